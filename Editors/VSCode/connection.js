// Messages of the Language Server Protocol with a process. It knows nothing of an editor.
"use strict";

const { spawn } = require("node:child_process");

/** Bytes of messages, and milliseconds for the first answer and for the end. Tests wait less. */
const limits = { header: 8 << 10, body: 64 << 20, start: 30_000, end: 2_000 };

/** Cuts a stream into the bodies of messages. It throws an error if the stream does not follow the protocol. */
class FrameReader {
  chunks = [];
  size = 0;

  constructor(take) { this.take = take; }

  append(chunk) {
    this.chunks.push(chunk);
    this.size += chunk.length;
    for (;;) {
      if (this.length === undefined) {
        const end = this.joined().indexOf("\r\n\r\n");
        if ((end < 0 ? this.size : end) > limits.header) throw new Error("the header of a message is too long");
        if (end < 0) return;
        const header = this.remove(end + 4).toString("latin1");
        const match = /^content-length:[ \t]*(\d{1,15})[ \t]*\r$/im.exec(header);
        if (!match) throw new Error("a message has no Content-Length");
        this.length = Number(match[1]);
        if (this.length > limits.body) throw new Error(`a message has ${this.length} bytes`);
      }
      if (this.size < this.length) return;
      const body = this.remove(this.length);
      this.length = undefined;
      this.take(body);
    }
  }

  /** All bytes in one piece. A long body is joined only once, when it is complete. */
  joined() {
    if (this.chunks.length !== 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0];
  }

  remove(count) {
    const bytes = this.joined();
    this.chunks = [bytes.subarray(count)];
    this.size -= count;
    return bytes.subarray(0, count);
  }
}

/** Why a request has no result: the server refused it, or nobody waits for it any longer. */
const failure = (message, isCancelled = false) => Object.assign(new Error(message), { isCancelled });

/** A process that answers requests and sends notifications. */
class Connection {
  pending = new Map();
  lastID = 0;
  lastError = "";
  hasEnded = false;

  /**
   * @param events `notification(method, params)`, `log(text)`, and `end(reason)`, which is called once. The reason has a
   *   `message`, and `isMissing` if there is no such command.
   */
  constructor(command, args, events) {
    this.events = events;
    const reader = new FrameReader((body) => this.receive(body));
    try {
      this.process = spawn(command, args, { stdio: "pipe", windowsHide: true });
    } catch (error) {
      // The caller does not have the connection yet.
      setImmediate(() => this.finish({ message: error.message, isMissing: true }));
      return;
    }
    const { stdin, stdout, stderr } = this.process;
    this.process.on("error", (error) =>
      this.finish({ message: error.message, isMissing: ["ENOENT", "EACCES", "ENOEXEC"].includes(error.code) }));
    this.process.on("exit", (code, signal) => {
      const finish = () => {
        const how = signal ? `it was ended by ${signal}` : `it ended with status ${code}`;
        this.finish({ message: this.lastError ? `${how}: ${this.lastError}` : how });
      };
      // What the process said last may still be in its pipe, which another process may hold open.
      this.process.once("close", finish);
      setTimeout(finish, 200).unref();
    });
    stdout.on("data", (chunk) => {
      if (this.hasEnded) return;
      try {
        reader.append(chunk);
      } catch (error) {
        this.fail(error.message);
      }
    });
    stderr.setEncoding("utf8").on("data", (text) => {
      this.lastError = (text.trim().split("\n").pop() || this.lastError).slice(0, 500);
      this.events.log(text.trimEnd());
    });
    // A process that closes its pipes and lives on would leave requests without an answer. Most are about to end.
    for (const [pipe, event] of [[stdout, "end"], [stdin, "error"]]) {
      pipe.on(event, () => setTimeout(() => this.stopProcess(), limits.end).unref());
    }
  }

  /** A cancelled request is rejected at once. */
  request(method, params, token) {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(failure("the server has ended", true));
      if (token?.isCancellationRequested) return reject(failure("cancelled", true));
      const id = ++this.lastID;
      const subscription = token?.onCancellationRequested(() => {
        this.notify("$/cancelRequest", { id });
        this.settle(id, failure("cancelled", true));
      });
      this.pending.set(id, { resolve, reject, subscription });
      this.send({ id, method, params });
    });
  }

  notify(method, params) {
    this.send({ method, params });
  }

  send(message) {
    if (this.hasEnded || !this.process?.stdin.writable) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  receive(body) {
    if (this.hasEnded) return;
    const message = JSON.parse(body.toString("utf8"));
    if (message === null || typeof message !== "object") throw new Error("a message is not an object");
    const { id, method, params, error, result } = message;
    if (typeof method === "string") {
      // The capabilities that are given to the server leave it nothing to ask.
      if (id !== undefined) return this.send({ id, error: { code: -32601, message: `there is no method ${method}` } });
      try {
        this.events.notification(method, params);
      } catch (problem) {
        this.events.log(`${method}: ${problem.message}`);
      }
    } else if (error) {
      this.settle(id, failure(String(error.message), [-32800, -32801, -32802].includes(error.code)));
    } else {
      this.settle(id, undefined, result);
    }
  }

  settle(id, error, result) {
    const request = this.pending.get(id);
    if (!request) return;
    this.pending.delete(id);
    request.subscription?.dispose();
    error ? request.reject(error) : request.resolve(result);
  }

  /** Ends a server that does not follow the protocol. */
  fail(message) {
    this.finish({ message });
    this.stopProcess();
  }

  finish(reason) {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const id of [...this.pending.keys()]) this.settle(id, failure("the server has ended", true));
    this.events.end(reason);
  }

  /** Ends the process in any case. */
  stopProcess() {
    this.process?.kill();
    setTimeout(() => this.process?.kill("SIGKILL"), limits.end).unref();
  }

  /** Ends the session as the protocol says, and then the process. */
  async close() {
    if (this.hasEnded) return;
    const ended = new Promise((resolve) => this.process?.once("exit", resolve));
    await within(limits.end, this.request("shutdown")).catch(() => {});
    this.notify("exit");
    await within(limits.end, ended).catch(() => this.stopProcess());
  }
}

/** The value of a promise, or an error if it takes too long. */
function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("the server does not answer")), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

module.exports = { Connection, FrameReader, limits, within };
