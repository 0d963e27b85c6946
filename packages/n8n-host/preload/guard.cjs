'use strict';
/**
 * Loaded into n8n before anything of its own: n8n goes when the program that started it is gone, however that ended.
 * A parent that is killed outright runs no clean-up, and an n8n left behind would keep its port and its database.
 */
if (process.connected) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    // n8n lets a first signal go by while it is still starting. By then nobody waits for a tidy end: the whole group goes.
    setTimeout(() => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'), 5_000);
  });
  // The watch alone must not keep n8n running.
  process.channel.unref();
}
