import { serve } from './chuhe.js';

serve();
