import type { Command } from '../../cli/command'
import { program } from '../../cli/program'

const greet: Command = {
  summary: 'say hello',
  help: 'Usage: greet NAME',
  run: async ([name], { print }) => {
    print(`hello ${name}`)
    return 7
  },
}

const mistake: Command = {
  summary: 'fail',
  help: 'Usage: mistake',
  run: async (_, { printError }) => {
    printError('no')
    return 2
  },
}

const run = async (...args: ReadonlyArray<string>) => {
  const printed: Array<string> = []
  const failed: Array<string> = []
  const terminal = {
    readStdin: async () => Buffer.from(''),
    print: (line: string) => void printed.push(line),
    printError: (line: string) => void failed.push(line),
  }
  return { code: await program({ greet, mistake }, args, terminal), out: printed.join('\n'), errors: failed.join('\n') }
}

it('runs the command that is named, and ends as it says', async () => {
  expect(await run('greet', 'you')).toEqual({ code: 7, out: 'hello you', errors: '' })
})

it('says what there is', async () => {
  expect(await run()).toEqual({ code: 0, out: expect.stringContaining('greet      say hello'), errors: '' })
  expect(await run('--help')).toMatchObject({ code: 0 })
  expect(await run('greet', '--help')).toEqual({ code: 0, out: 'Usage: greet NAME', errors: '' })
})

it('gives the help of a command by either name', async () => {
  expect(await run('help', 'greet')).toEqual({ code: 0, out: 'Usage: greet NAME', errors: '' })
  expect(await run('help', 'toString')).toMatchObject({ code: 0, out: expect.stringContaining('COMMAND') })
})

it('says after a mistake where to read on', async () => {
  expect(await run('mistake')).toEqual({ code: 2, out: '', errors: "no\nSee 'kubectl kopiur mistake --help'." })
})

it('does not know other commands', async () => {
  expect(await run('toString')).toEqual({
    code: 2,
    out: '',
    errors: expect.stringContaining('There is no command toString.'),
  })
})
