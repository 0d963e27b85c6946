/** Puts the school, its media service, the faults and the page together on two loopback ports. */
import { noSuchSchool, route, slashRedirect } from './api/router.ts';
import type { Answer } from './api/answers.ts';
import { answerControl } from './control/control.ts';
import { FaultPlan } from './faults/plan.ts';
import { hostName, isLoopback } from './hosts.ts';
import { RequestLog } from './http/requests.ts';
import { ConnectionLost, LoopbackServer } from './http/server.ts';
import type { ServedRequest } from './http/server.ts';
import { IdSource } from './ids.ts';
import { MediaService } from './media/service.ts';
import { MediaStore } from './media/store.ts';
import { School } from './model/school.ts';
import type { DomainOptions, Sandbox, SandboxOptions, Seed } from './options.ts';
import { seedBulk } from './seed/bulk.ts';
import { seedDemo } from './seed/demo.ts';

const DEFAULT_KEY = 'sk-school-key';
const OWNER = { email: 'owner@school.example', name: 'Olive Owner' };
/** Schools where something is missing that most have, so that every refusal can be met. */
const DEFAULT_DOMAINS: readonly DomainOptions[] = [
  { host: 'nopay.example', key: 'sk-nopay-key', paymentMethod: false },
  { host: 'noowner.example', key: 'sk-noowner-key', owner: null },
  { host: 'noname.example', key: 'sk-noname-key', owner: { email: 'owner@noname.example' } },
];
/** A body without a content-length is read up to this many bytes, then given up. */
const MOST_READ = 64 * 1024 * 1024;

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', mode = 'observed', seed = 'empty', key = DEFAULT_KEY, idSeed = 1 } = options;
  if (!isLoopback(hostName(host))) throw new Error(`The sandbox listens on loopback only, not on ${host}`);
  const clock = options.clock ?? Date.now;
  const faults = new FaultPlan();
  const log = new RequestLog();
  let ids = new IdSource(idSeed);
  let media = new MediaStore(clock, ids);
  let main: School;
  const schools = new Map<string, School>();

  const makeSchool = (domain: DomainOptions): School => {
    const { owner = { ...OWNER, email: `owner@${domain.host}` }, name = domain.host } = domain;
    const paymentMethod = domain.paymentMethod ?? true;
    const findMedia = (mediaId: string) => media.files.get(mediaId)?.media;
    return new School({ name, host: domain.host, key: domain.key, owner, paymentMethod, clock, ids, findMedia });
  };
  const addDomain = (domain: DomainOptions): School => {
    const school = makeSchool(domain);
    schools.set(hostName(domain.host), school);
    return school;
  };
  const build = () => {
    ids = new IdSource(idSeed);
    const { endpoint } = media;
    media = new MediaStore(clock, ids);
    media.endpoint = endpoint;
    schools.clear();
    main = addDomain({ host: 'school.example', name: 'Sandbox School', owner: OWNER, ...options.school, key });
    for (const domain of options.domains ?? DEFAULT_DOMAINS) addDomain(domain);
    plant(main, seed);
  };
  build();

  const handle = async (request: ServedRequest): Promise<Answer> => {
    const { method, pathname, search, message } = request;
    const redirect = slashRedirect(pathname, search);
    if (redirect) return redirect;
    const name = hostName(message.headers.host);
    const local = isLoopback(name);
    if (local && (pathname === '/' || pathname === '/sandbox' || pathname.startsWith('/sandbox/'))) {
      return answerControl(sandbox, request, () => readText(request));
    }
    const school = local ? main : schools.get(name);
    if (!school) return noSuchSchool();
    const answer = await route({
      method,
      pathname,
      query: new URLSearchParams(search),
      headers: message.headers,
      school,
      mode,
      media,
      readBody: () => readText(request),
    });
    return answer;
  };

  const server = new LoopbackServer({
    target: 'school',
    faults,
    log,
    clock,
    counts: (pathname) => pathname.startsWith('/api'),
    handle,
  });
  const mediaService = new MediaService(() => media, clock);
  const mediaServer = new LoopbackServer({
    target: 'media',
    faults,
    log,
    clock,
    counts: () => true,
    handle: (request) => mediaService.answer(request),
  });
  const port = await server.listen(options.port ?? 0, host);
  const mediaPort = await mediaServer.listen(0, host);
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const mediaUrl = `http://${shownHost}:${mediaPort}`;
  media.endpoint = mediaUrl;

  const sandbox: Sandbox = {
    url: `http://${shownHost}:${port}`,
    key,
    get school() {
      return main;
    },
    schools,
    get outbox() {
      return main.outbox;
    },
    requests: log.entries,
    get requestCount() {
      return log.total;
    },
    faults,
    mediaUrl,
    get media() {
      return media;
    },
    mode,
    addDomain,
    reset: () => {
      faults.clear();
      log.clear();
      build();
      mediaService.reset();
    },
    stop: async () => {
      await Promise.all([server.stop(), mediaServer.stop()]);
    },
  };
  return sandbox;
}

function plant(school: School, seed: Seed): void {
  if (seed === 'demo') seedDemo(school);
  else if (seed !== 'empty') seedBulk(school, seed.customers, seed.lessons ?? 10);
}

async function readText(request: ServedRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > MOST_READ) throw new ConnectionLost();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
