'use strict';
/**
 * Stands in for the native `sqlite3` module where that can be neither downloaded nor compiled: the part of its interface that n8n's
 * database layer calls, over the SQLite that is built into Node. The database file is an ordinary one; the native module reads it later.
 *
 * Loaded with `node --require`, so nothing installed is changed. Queries run at once on the calling thread, which is fine
 * for a demonstration and for tests, and is why a production n8n should have the native module.
 */
const Module = require('node:module');
const { DatabaseSync } = require('node:sqlite');

const OPEN_READONLY = 1;
const OPEN_URI = 0x40;
const CODES = {
  1: 'ERROR',
  5: 'BUSY',
  6: 'LOCKED',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  19: 'CONSTRAINT',
  20: 'MISMATCH',
  21: 'MISUSE',
  25: 'RANGE',
  26: 'NOTADB',
};

/** n8n tells what went wrong by the native module's codes and messages. */
function nativeError(error) {
  if (typeof error?.errcode !== 'number') return error;
  const number = error.errcode & 0xff;
  const code = `SQLITE_${CODES[number] ?? 'ERROR'}`;
  return Object.assign(new Error(`${code}: ${error.message}`), { errno: number, code });
}

/** The native module takes more kinds of value than Node's does. */
function bound(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'object' && !ArrayBuffer.isView(value)) return String(value);
  return value;
}

/** A row as the native module gives it: an ordinary object, bytes as a Buffer, whole numbers as numbers. */
function plain(row) {
  const result = {};
  for (const [key, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) result[key] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    else result[key] = typeof value === 'bigint' ? Number(value) : value;
  }
  return result;
}

class Database {
  #db;

  constructor(filename, ...rest) {
    const callback = rest.find((value) => typeof value === 'function');
    const flags = rest.find((value) => typeof value === 'number') ?? 0;
    this.#answer(callback, this, () => {
      this.#db = new DatabaseSync(filename, {
        readOnly: (flags & OPEN_READONLY) !== 0,
        // As the native module is compiled: n8n's migrations count on both.
        enableDoubleQuotedStringLiterals: true,
        defensive: false,
        enableForeignKeyConstraints: false,
        timeout: 5_000,
      });
    });
  }

  /** Runs the work now and answers a moment later, as callers of an asynchronous module expect. */
  #answer(callback, self, work) {
    let error = null;
    let value;
    try {
      value = work();
    } catch (failure) {
      error = nativeError(failure);
    }
    setImmediate(() => {
      if (callback) callback.call(self, error, value);
      else if (error) throw error;
    });
    return this;
  }

  #query(sql, rest, work) {
    const callback = rest.find((value) => typeof value === 'function');
    const given = rest.filter((value) => typeof value !== 'function' && value !== undefined);
    const values = given.length === 1 && Array.isArray(given[0]) ? given[0] : given;
    const self = { sql, lastID: 0, changes: 0 };
    return this.#answer(callback, self, () => {
      const statement = this.#db.prepare(sql);
      // Reading every whole number as a bigint first is what keeps a large one from being an error.
      statement.setReadBigInts(true);
      return work(statement, values.map(bound), self);
    });
  }

  run(sql, ...rest) {
    return this.#query(sql, rest, (statement, values, self) => {
      const done = statement.run(...values);
      self.lastID = Number(done.lastInsertRowid);
      self.changes = Number(done.changes);
    });
  }

  all(sql, ...rest) {
    return this.#query(sql, rest, (statement, values) => statement.all(...values).map(plain));
  }

  get(sql, ...rest) {
    return this.#query(sql, rest, (statement, values) => {
      const row = statement.get(...values);
      return row && plain(row);
    });
  }

  exec(sql, callback) {
    return this.#answer(callback, this, () => this.#db.exec(sql));
  }

  close(callback) {
    return this.#answer(callback, this, () => this.#db.close());
  }
}

const standIn = { Database, OPEN_READONLY, OPEN_READWRITE: 2, OPEN_CREATE: 4, OPEN_URI, verbose: () => standIn };

const load = Module._load;
Module._load = function (request, ...rest) {
  return request === 'sqlite3' ? standIn : load.call(this, request, ...rest);
};
