// The package that is tested: of the folder CHUHE_PACKAGE, by default where `web/build` puts it.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const folder = process.env.CHUHE_PACKAGE ?? resolve(import.meta.dirname, '../../../target/npm');
export const file = (name) => pathToFileURL(resolve(folder, name));
const chuhe = await import(file('chuhe.js'));
await chuhe.init({ network: true, endings: true });

export default chuhe;
