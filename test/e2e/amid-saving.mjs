// Loaded before the command (NODE_OPTIONS=--import): what happens to a process once it has written the first piece of a file
// that a cache keeps. AMID_SAVING=kill: it is killed as by kill -9. AMID_SAVING=FILE: it makes that file and waits until the
// file is gone.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeSync } = fs;
const then = process.env.AMID_SAVING;

fs.writeSync = (...args) => {
  fs.writeSync = writeSync;
  syncBuiltinESMExports();
  const written = writeSync(...args);
  if (then === 'kill') process.kill(process.pid, 'SIGKILL');
  else {
    fs.writeFileSync(then, '');
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (fs.existsSync(then)) Atomics.wait(pause, 0, 0, 20);
  }
  return written;
};
syncBuiltinESMExports();
