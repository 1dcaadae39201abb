import { startSurface } from './start-surface';

startSurface(window);
