import * as TE from 'fp-ts/TaskEither'
import { list } from '../../../../hooks/shell/kube/list-pages'
import { resourceOf } from '../../../../hooks/shell/kube/resource'

const PODS = { apiVersion: 'v1', kind: 'Pod' }
const pod = (name: string) => ({ metadata: { name } })

/** A server with two pages. */
const server = () => {
  const asked: string[] = []
  const resource = resourceOf('v1', 'Pod')
  if (resource === undefined) throw new Error('pods are known')
  const ask = (query: object) =>
    list(
      ({ path }) => {
        asked.push(path)
        return TE.right(
          path.includes('continue=next')
            ? { metadata: { resourceVersion: '7', continue: '' }, items: [pod('b')] }
            : { metadata: { resourceVersion: '7', continue: 'next' }, items: [pod('a')] },
        )
      },
      resource,
      { ...PODS, namespace: 'db', ...query },
    )()
  return { asked, ask }
}

it('a list without a limit is all of its pages', async () => {
  const { asked, ask } = server()
  expect(await ask({})).toMatchObject({
    right: {
      resourceVersion: '7',
      items: [
        { ...PODS, ...pod('a') },
        { ...PODS, ...pod('b') },
      ],
    },
  })
  expect(asked).toEqual(['/api/v1/namespaces/db/pods?limit=500', '/api/v1/namespaces/db/pods?limit=500&continue=next'])
})

it('a list with a limit is one page, which says how to ask for the next', async () => {
  const { asked, ask } = server()
  expect(await ask({ limit: 3 })).toEqual({
    _tag: 'Right',
    right: { resourceVersion: '7', items: [{ ...PODS, ...pod('a') }], continue: 'next' },
  })
  expect(await ask({ limit: 3, continue: 'next' })).toEqual({
    _tag: 'Right',
    right: { resourceVersion: '7', items: [{ ...PODS, ...pod('b') }] },
  })
  expect(asked).toEqual(['/api/v1/namespaces/db/pods?limit=3', '/api/v1/namespaces/db/pods?limit=3&continue=next'])
})
