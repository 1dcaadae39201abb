/**
 * The system's key store. Every call ends within five seconds.
 * `available` is false where there is none, or where it keeps text unprotected; then nothing is stored.
 */
export interface Secrets {
  describe(): Promise<{ readonly available: boolean; readonly reason: string | null }>;
  read(name: string): Promise<string | null>;
  /** Errors: rejects with `unavailable`. */
  write(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}
