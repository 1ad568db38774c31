import { spawn } from 'node:child_process'

export interface CommandOptions {
  readonly input?: string | Buffer
  readonly env?: { readonly [name: string]: string }
  readonly cwd?: string
  readonly timeoutSeconds?: number
}

/** Runs one program to its end and gives its standard output; anything but exit code 0 is an Error with its output. */
export const command = (program: string, args: ReadonlyArray<string>, options: CommandOptions = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      timeout: (options.timeoutSeconds ?? 600) * 1000,
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const text = Buffer.concat(out).toString()
      if (code === 0) return resolve(text)
      const end = signal === null ? `exit code ${code}` : `signal ${signal}`
      reject(new Error(`${program} ${args.join(' ')}: ${end}\n${Buffer.concat(err).toString()}${text}`))
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
