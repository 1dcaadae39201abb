export declare const ONLY_LONG: readonly string[];
