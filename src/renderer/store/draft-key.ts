/** Key of the draft of an attempt. */
export function draftKey(reproductionId: string, attemptId: string): string {
  return `${reproductionId}/${attemptId}`;
}
