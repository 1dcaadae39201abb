/** A report and the definitions that a person has to find for it. They were written before any ranking was looked at. */
export interface RetrievalPair {
  readonly id: string;
  /** Folder under `projects`, or a released library as `name==version`. */
  readonly project: string;
  /** Any of these definitions is a find: `file::Qualified.name`; `file::` is code outside of definitions. */
  readonly gold: readonly string[];
  readonly report: string;
}
