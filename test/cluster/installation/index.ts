import { admission } from './admission'
import { hookToken } from './hook-token'
import { images } from './images'
import { life } from './life'
import { renderedManifests } from './manifests'
import { metrics } from './metrics'
import { narrowRights } from './narrow-rights'
import { oneNamespace } from './one-namespace'
import { ownCertificate } from './own-certificate'
import type { InstallationScenario } from './scenario'
import { trust } from './trust'

/** Those that ask for more than a running install come last. */
export const installationScenarios: ReadonlyArray<InstallationScenario> = [
  ...renderedManifests,
  ...images,
  ...admission,
  ...metrics,
  ...narrowRights,
  ...trust,
  ...ownCertificate,
  ...hookToken,
  ...oneNamespace,
  ...life,
]
