import { app } from 'electron';
import { refuseToStart, startApplication } from './start-application';

// The entry of the window program: the one module that works on import.
startApplication(app.getAppPath()).catch(refuseToStart);
