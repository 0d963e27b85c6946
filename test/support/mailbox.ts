/** A mail server on loopback that takes everything and keeps it, for what sends mail over SMTP. */
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** The addresses of the envelope, not of the head. */
  to: string[];
  from: string | undefined;
  subject: string | undefined;
  text: string;
  /** Empty for a mail of text alone. */
  html: string;
}

export interface Mailbox {
  port: number;
  mails: ReceivedMail[];
  /** Addresses that the server says no to. */
  refused: Set<string>;
  stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? new Error('There is no such mailbox.') : undefined),
    onData: (stream, { envelope }, done) => {
      simpleParser(stream).then(({ from, subject, text, html }) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, from: from?.text, subject, text: (text ?? '').trim(), html: html || '' });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, refused, stop: () => new Promise((resolve) => server.close(resolve)) };
}
