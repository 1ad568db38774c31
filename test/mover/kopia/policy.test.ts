import { policyDocument } from '../../../mover/kopia/policy'

const KEEP_ALL = { keepLatest: 0, keepHourly: 0, keepDaily: 0, keepWeekly: 0, keepMonthly: 0, keepAnnual: 0 }

describe('the policy of a source', () => {
  it('takes kopia’s own retention away, whatever else is set, and schedules nothing', () => {
    expect(policyDocument({})).toEqual({
      retention: { ...KEEP_ALL, ignoreIdenticalSnapshots: false },
      files: {},
      errorHandling: {},
      compression: {},
      upload: {},
    })
  })

  it('says everything that the work order says', () => {
    const document = policyDocument({
      compressor: 'zstd',
      neverCompress: ['*.mp4', '.jpg'],
      ignoreRules: [],
      ignoreCacheDirs: true,
      ignoreIdenticalSnapshots: true,
      ignoreFileErrors: true,
      ignoreDirErrors: false,
      ignoreUnknownTypes: false,
      maxParallelFileReads: 3,
    })
    expect(document).toEqual({
      retention: { ...KEEP_ALL, ignoreIdenticalSnapshots: true },
      files: { ignore: [], noParentIgnore: true, ignoreCacheDirs: true },
      errorHandling: { ignoreFileErrors: true, ignoreDirectoryErrors: false, ignoreUnknownTypes: false },
      compression: { compressorName: 'zstd', neverCompress: ['.mp4', '.jpg'], noParentNeverCompress: true },
      upload: { maxParallelFileReads: 3 },
    })
  })
})
