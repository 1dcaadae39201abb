// Loaded into a program before its own code: writes down where each connection of its process goes, a line each, and lets it through.
'use strict';

const { appendFileSync } = require('node:fs');
const net = require('node:net');

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function noteAndConnect(...args) {
  // Node hands the arguments on as one list that it has normalised already, or as they were given.
  const given = Array.isArray(args[0]) ? args[0][0] : args[0];
  const options = typeof given === 'object' && given !== null ? given : { port: given, host: args[1] };
  const place = options.path ? 'socket' : `${options.host ?? 'localhost'}:${options.port}`;
  appendFileSync(process.env.REPRISE_TEST_CONNECTIONS, `${place}\n`);
  return connect.apply(this, args);
};
