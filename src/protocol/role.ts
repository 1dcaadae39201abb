/**
 * What a client may do, marked at the host by the way that it came and never by what it says of itself.
 * page: shows reports and logs, so it may be made to say anything; it starts no run and approves nothing.
 * surface: the small document with the Run button, which no page content reaches.
 * program: a process of the user's own, such as the command line.
 */
export type ClientRole = 'page' | 'surface' | 'program';
