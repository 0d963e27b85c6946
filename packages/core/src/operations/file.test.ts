import { mimeTypeOf, readFile } from './file.ts';

it.each<[string, string | undefined, string | undefined]>([
  ['a.mp4', undefined, 'video/mp4'],
  ['A.PDF', 'application/octet-stream', 'application/pdf'],
  ['a.mp3', 'binary/octet-stream', 'audio/mpeg'],
  ['a.mp4', 'text/plain', 'text/plain'],
  ['a.xyz', 'application/octet-stream', 'application/octet-stream'],
  ['a', undefined, undefined],
])('%s, said to be %s, is %s', (fileName, mimeType, expected) => {
  expect(mimeTypeOf({ fileName, mimeType })).toBe(expected);
});

it("takes of a host's file what a file is, and nothing else", () => {
  const open = async function* () {};
  const file = { fileName: 'a', mimeType: undefined, size: 3, open, close: () => undefined };
  expect(readFile({ key: 'file', label: 'File' }, file)).toEqual({ fileName: 'a', mimeType: undefined, size: 3, open });
});
