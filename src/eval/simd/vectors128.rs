//! What the kernels for registers of 128 bits (NEON, WebAssembly) have in common: all but the
//! arithmetic of a register.

/// Makes the table of kernels of a module, and the functions that call its `output`, `pack`,
/// `dot`, `across`, `load`, `load_weights` and `zeros`. The plain loops, without
/// multiplications, already become vector code.
macro_rules! kernels_of_128_bits {
    ($name:literal, $sums:ty $(, #[$features:meta])?) => {
        /// The kernels of this module.
        pub static KERNELS: Kernels = Kernels {
            name: $name,
            shift: scalar::shift,
            capture: scalar::capture,
            change: scalar::change,
            update: scalar::update,
            output,
            step,
            step_capture,
            second_layer,
            two_layers,
        };

        $(#[$features])?
        fn step(update: Update<1>, weights: [&[Lane]; 2]) -> i32 {
            let Update { to: [own, other], from, added, removed: [[first], [second]] } = update;
            scalar::call_shift(own, from[0], added[0], first);
            scalar::call_shift(other, from[1], added[1], second);
            output([own, other], weights)
        }

        $(#[$features])?
        fn step_capture(update: Update<2>, weights: [&[Lane]; 2]) -> i32 {
            let Update { to: [own, other], from, added, removed: [first, second] } = update;
            scalar::call_capture(own, from[0], added[0], first);
            scalar::call_capture(other, from[1], added[1], second);
            output([own, other], weights)
        }

        $(#[$features])?
        fn two_layers(values: [&[Lane]; 2], layer: SecondLayer) -> i64 {
            let mut sums = [0; MAX_SECOND];
            second_layer(values, layer, &mut sums);
            scalar::last_layer(&sums, layer)
        }

        $(#[$features])?
        fn second_layer(values: [&[Lane]; 2], layer: SecondLayer, sums: &mut Sums) {
            match layer.biases.len() {
                8 => second_layer_of::<2, 8>(values, layer, sums),
                16 => second_layer_of::<4, 16>(values, layer, sums),
                _ => second_layer_of::<8, 32>(values, layer, sums),
            }
        }

        /// A [`Block`] has the weights of four neurons: `QUADS` is a quarter of `NEURONS`.
        #[inline]
        $(#[$features])?
        fn second_layer_of<const QUADS: usize, const NEURONS: usize>(
            values: [&[Lane]; 2],
            layer: SecondLayer,
            sums: &mut Sums,
        ) {
            let [own, other] = values.map(|values| values.as_chunks::<2>().0);
            let weights = layer.weights.as_chunks::<QUADS>().0.as_chunks::<BLOCKS>().0;
            assert!(layer.biases.len() == NEURONS && NEURONS == 4 * QUADS);
            assert!(weights.len() == own.len() + other.len());
            let (of_own, of_other) = weights.split_at(own.len());
            let mut totals = [[zeros(); 4]; QUADS];
            for (lanes, weights) in own.iter().zip(of_own) {
                totals = of_two_lanes(totals, lanes, weights);
            }
            for (lanes, weights) in other.iter().zip(of_other) {
                totals = of_two_lanes(totals, lanes, weights);
            }
            *sums = [0; MAX_SECOND];
            for (sum, total) in sums.iter_mut().zip(totals.into_iter().flatten()) {
                *sum = across(total);
            }
            scalar::add_biases::<NEURONS>(sums, layer);
        }

        /// Adds the products of the inputs of two lanes.
        #[inline]
        $(#[$features])?
        fn of_two_lanes<const QUADS: usize>(
            mut totals: [[$sums; 4]; QUADS],
            [first, second]: &[Lane; 2],
            weights: &[[Block; QUADS]; BLOCKS],
        ) -> [[$sums; 4]; QUADS] {
            for number in 0..BLOCKS {
                let part = number * REGISTER..(number + 1) * REGISTER;
                let input = pack(load(&first.0[part.clone()]), load(&second.0[part]));
                for quad in 0..QUADS {
                    let weights = weights[number][quad].0.as_chunks::<BLOCK_INPUTS>().0;
                    for neuron in 0..4 {
                        let total = &mut totals[quad][neuron];
                        *total = dot(*total, input, load_weights(&weights[neuron]));
                    }
                }
            }
            totals
        }
    };
}
