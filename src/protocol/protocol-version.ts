/** Version of the contract. A client and a host whose versions differ do not talk. */
export const PROTOCOL_VERSION = 1;
