import { once } from 'node:events'
import { chosenEngine } from './engine'
import { buildWorld, startWorld, stopWorld } from './world'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** The double lives in this process: the cluster stays up as long as somebody keeps it. */
const untilInterrupted = async (number: number, close: () => void): Promise<void> => {
  say('the double runs in this process: Ctrl-C stops it and the cluster')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  close()
  await stopWorld(number)
}

/** `build` makes what a cluster consists of, `up` starts one and prints the kubeconfig's path, `down` stops it and leaves nothing behind. */
const commands: { readonly [name: string]: (number: number) => Promise<void> } = {
  build: async () => {
    await buildWorld(chosenEngine(), say)
  },
  up: async (number) => {
    const { cluster, engine } = await startWorld({ number, volumeSnapshots: true, say })
    say(`ready, on ${engine.version}; stop it with: make cluster-down`)
    process.stdout.write(`${cluster.kubeconfig}\n`)
    if (engine.name === 'double') await untilInterrupted(number, engine.close)
  },
  down: stopWorld,
}

const main = async ([name = '', number = '0']: ReadonlyArray<string>): Promise<void> => {
  const chosen = commands[name]
  if (chosen === undefined) throw new Error(`use one of ${Object.keys(commands).join(', ')}`)
  await chosen(Number(number))
  process.exit(0)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
