import { parentPort } from 'node:worker_threads';
import { readReport, type ReportText } from '../../core/report/read-report';

/** Reads one report after the other; the answer goes back in the order of the questions. */
parentPort?.on('message', (report: ReportText) => {
  parentPort?.postMessage(readReport(report));
});
