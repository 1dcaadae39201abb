/** Files that hold nothing but long runs; `npm test` leaves them out. */
export const ONLY_LONG = ['test/integration/models/real-model.test.ts'];
