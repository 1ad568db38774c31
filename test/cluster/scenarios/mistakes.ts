import { writeFiles } from '../stage/files'
import { folderRepository, policy, s3Repository, s3Secret, secret, snapshot, together } from '../stage/manifests'
import { conditionOf, eventually, inPhase } from '../stage/see'
import type { Scenario } from '../stage/stage'

export const mistakes: ReadonlyArray<Scenario> = [
  {
    name: 'a missing Secret is named, and its arrival is enough',
    play: async (stage) => {
      await stage.volume('store')
      await stage.apply(folderRepository('store'))
      const waiting = await eventually(stage, 'Repository', 'store', (one) =>
        (conditionOf(one, 'Ready')?.message ?? '').includes('password'),
      )
      expect(conditionOf(waiting, 'Ready')?.status).toBe('False')
      await stage.apply(secret())
      await eventually(stage, 'Repository', 'store', inPhase('Ready'))
    },
  },
  {
    name: 'a wrong password never becomes a new repository',
    play: async (stage) => {
      await stage.volume('store')
      await stage.apply(together(secret(), folderRepository('store')))
      const first = await eventually(stage, 'Repository', 'store', inPhase('Ready'))
      await stage.apply(
        together(
          secret('wrong', { KOPIA_PASSWORD: 'not it' }),
          folderRepository('store', '', 'second').replace('name: password', 'name: wrong'),
        ),
      )
      const second = await eventually(stage, 'Repository', 'second', inPhase('Failed'))
      expect(conditionOf(second, 'Ready')?.reason).toBe('AuthFailure')
      expect(second.status?.['uniqueId']).toBeUndefined()
      expect(first.status?.['uniqueId']).toBeTruthy()
    },
  },
  {
    name: 'a repository that does not exist is not made when that is forbidden',
    play: async (stage) => {
      await stage.volume('store')
      await stage.apply(together(secret(), folderRepository('store', '  create: { enabled: false }\n')))
      const seen = await eventually(stage, 'Repository', 'store', inPhase('Failed'))
      expect(conditionOf(seen, 'Ready')?.reason).toBe('RepositoryNotInitialized')
    },
  },
  {
    name: 'a missing bucket is told from a missing repository',
    play: async (stage) => {
      const s3 = await stage.objectStore('backups')
      await stage.apply(together(s3Secret(s3), s3Repository({ ...s3, bucket: 'no-such-bucket' })))
      const seen = await eventually(stage, 'Repository', 'store', inPhase('Failed', 'Degraded'))
      expect(conditionOf(seen, 'Ready')?.message).toMatch(/bucket/i)
    },
  },
  {
    name: 'a missing volume is named, and its arrival is enough',
    limitSeconds: 420,
    play: async (stage) => {
      await stage.volume('store')
      await stage.apply(together(secret(), folderRepository('store'), policy('data'), snapshot('first')))
      const waiting = await eventually(
        stage,
        'Snapshot',
        'first',
        (one) => conditionOf(one, 'SourcePvcAvailable')?.reason === 'SourcePvcMissing',
      )
      expect(waiting.status?.phase).toBe('Pending')
      writeFiles((await stage.volume('data')).folder, 5)
      await eventually(stage, 'Snapshot', 'first', inPhase('Succeeded'), 360)
    },
  },
]
