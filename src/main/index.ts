import path from 'node:path';
import { app } from 'electron';
import { refuseToStart, startApplication } from './start-application';

/** In a packaged program, what sandboxes are given lies beside the archive: they see folders, not what is in an archive. */
const filesFolder = app.isPackaged ? path.join(process.resourcesPath, 'program') : app.getAppPath();

// The entry of the window program: the one module that works on import.
startApplication({ builtFolder: path.join(app.getAppPath(), 'out'), filesFolder }).catch(refuseToStart);
