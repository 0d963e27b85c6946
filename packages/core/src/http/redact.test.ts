import { redactor } from './redact.ts';

it('hides a secret as it is, in a URL, in JSON and in base64', () => {
  const key = 'sk-"a/b"+ü';
  const redact = redactor([key]);
  for (const text of [key, encodeURIComponent(key), JSON.stringify({ key }), Buffer.from(key).toString('base64')]) {
    const hidden = redact(`before ${text} after`);
    expect(hidden).toContain('[hidden]');
    expect(hidden).not.toContain('a/b');
    expect(hidden).toMatch(/^before .* after$/);
  }
});

it('leaves everything else alone, and does not take a tiny secret for one', () => {
  expect(redactor(['sk-12345'])('nothing here')).toBe('nothing here');
  expect(redactor(['a'])('banana')).toBe('banana');
});
