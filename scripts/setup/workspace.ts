import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WorkspacePackage {
  name: string;
  folder: string;
  manifest: {
    name: string;
    scripts?: Record<string, string>;
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
}

/** The packages of this workspace. */
export function workspacePackages(root: string): WorkspacePackage[] {
  const packages = join(root, 'packages');
  return readdirSync(packages)
    .map((name) => join(packages, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as WorkspacePackage['manifest'];
      return { name: manifest.name, folder, manifest };
    });
}
