/** The part of node-pty that we use: its own types stand under the name of the package that ours is an alias of. */
declare module 'node-pty' {
  export interface Pty {
    readonly pid: number;
    onData(listener: (bytes: Buffer) => void): unknown;
    onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number }) => void): unknown;
    write(data: string): void;
    resize(columns: number, rows: number): void;
    pause(): void;
    resume(): void;
  }

  export function spawn(
    program: string,
    args: string[],
    options: {
      readonly name: string;
      readonly cols: number;
      readonly rows: number;
      readonly cwd: string;
      readonly env: Record<string, string>;
      /** Bytes as they come. */
      readonly encoding: null;
    },
  ): Pty;
}
