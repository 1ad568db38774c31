import * as E from 'fp-ts/Either'
import {
  checkExpression,
  evaluateIdentity,
  evaluatePreflight,
  identityLanguage,
  UNKNOWN_NUMBER,
  verificationLanguage,
} from '../../../api/cel'

const variables = { namespace: 'media', policyName: 'films', labels: { app: 'x' }, annotations: {}, cluster: '' }

describe('an identity by CEL', () => {
  it.each([
    ['namespace', 'media'],
    ['namespace + "-namespace"', 'media-namespace'],
    ["'namespace' + policyName", 'namespacefilms'],
    ['labels.app', 'x'],
    ['"team" in labels ? labels["team"] : policyName', 'films'],
    ['cluster == "" ? namespace : namespace + "." + cluster', 'media'],
  ])('%s is %s', (expression, value) => {
    expect(evaluateIdentity(expression, variables)).toEqual(E.right(value))
  })

  it('fails by a message when a label is missing, which is no fault of the expression', () => {
    expect(E.isRight(checkExpression(identityLanguage, 'labels["team"]'))).toBe(true)
    expect(evaluateIdentity('labels["team"]', variables)).toEqual(E.left('No such key: team'))
  })

  it.each(['namespaces', 'namespace.', '1', 'labels', '', 'policyName.size() > 3'])('cannot be %j', (expression) => {
    expect(E.isLeft(checkExpression(identityLanguage, expression))).toBe(true)
  })
})

describe('a preflight check', () => {
  const repository = {
    phase: 'Ready',
    ready: true,
    backendReachable: true,
    snapshotCountKnown: true,
    snapshotCount: 3n,
    indexBlobCountKnown: false,
    indexBlobCount: UNKNOWN_NUMBER,
    sizeBytesKnown: false,
    sizeBytes: UNKNOWN_NUMBER,
    lastHealthyKnown: true,
    lastHealthyAgeSeconds: 60n,
    lastReverifyKnown: false,
    lastReverifyAgeSeconds: UNKNOWN_NUMBER,
  }
  const maintenance = { hasRun: false, lastSuccessAgeSeconds: UNKNOWN_NUMBER }

  it.each([
    ['repository.ready && repository.snapshotCount < 5', true],
    ['repository.indexBlobCount < 1000', false],
    ['maintenance.hasRun && maintenance.lastSuccessAgeSeconds < 86400', false],
  ])('%s is %s', (expression, value) => {
    expect(evaluatePreflight(expression, { repository, maintenance })).toEqual(E.right(value))
  })
})

it('a verification is judged by its counts', () => {
  expect(
    E.isRight(checkExpression(verificationLanguage, 'stats.errors == 0 && restored.files > 0 && snapshot.id != ""')),
  ).toBe(true)
  expect(E.isLeft(checkExpression(verificationLanguage, 'stats.size > 0'))).toBe(true)
})
