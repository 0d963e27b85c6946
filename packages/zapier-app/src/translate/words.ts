/** `userId` as people read it: "User ID". */
export function titleCase(key: string): string {
  const spaced = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[._-]+/g, ' ');
  return spaced
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/\b(Id|Url)(?=s?\b)/g, (word) => word.toUpperCase());
}
