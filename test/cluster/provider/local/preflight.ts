import { command } from '../../command'

const isLinux = (): string | undefined =>
  process.platform === 'linux' && process.arch === 'x64' ? undefined : 'it runs on Linux on x86-64 only'

const isRoot = (): string | undefined =>
  process.getuid?.() === 0 ? undefined : 'it needs root, for namespaces, mounts and cgroups'

const mayUnshare = (): Promise<string | undefined> =>
  command('unshare', ['--mount', '--net', '--pid', '--uts', '--fork', '--mount-proc', 'true']).then(
    () => undefined,
    (error: unknown) => `it needs namespaces of its own: ${error instanceof Error ? error.message : String(error)}`,
  )

/** Says at once what this machine lacks, before anything is built for twenty minutes. */
export const preflight = async (): Promise<void> => {
  const lacks = isLinux() ?? isRoot() ?? (await mayUnshare())
  if (lacks !== undefined)
    throw new Error(`PROVIDER=local cannot start a cluster here: ${lacks}. Use PROVIDER=kind where there is Docker.`)
}
