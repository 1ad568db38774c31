import { restoreProgress } from '../../../mover/progress/restore-line'
import { sizeInBytes } from '../../../mover/progress/size'
import { uploadProgress } from '../../../mover/progress/upload-line'

describe('sizes', () => {
  it.each([
    ['0 B', 0],
    ['182 B', 182],
    ['65.5 KB', 65_500],
    ['59.1 MB', 59_100_000],
    ['1.2 GB', 1_200_000_000],
    ['3 TB', 3e12],
    ['3 XB', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(sizeInBytes(text)).toBe(expected)
  })
})

describe('progress of an upload', () => {
  it.each([
    [
      ' / 1 hashing, 1 hashed (59.1 MB), 2 cached (1 KB), uploaded 25.2 MB, estimated 240 MB (24.6%) 7s left  ',
      {
        processedFiles: 3,
        hashedBytes: 59_100_000,
        cachedBytes: 1000,
        uploadedBytes: 25_200_000,
        estimatedBytes: 240_000_000,
        percent: 24.6,
      },
    ],
    [
      ' - 2 hashing, 0 hashed (65.5 KB), 0 cached (0 B), uploaded 0 B, estimating...',
      { processedFiles: 0, hashedBytes: 65_500, cachedBytes: 0, uploadedBytes: 0 },
    ],
    [
      ' * 0 hashing, 4 hashed (103.8 MB), 0 cached (0 B), uploaded 1 MB (1 fatal errors) (2 errors ignored), estimated 103.8 MB (132.0%) 0s left',
      {
        processedFiles: 4,
        hashedBytes: 103_800_000,
        cachedBytes: 0,
        uploadedBytes: 1_000_000,
        estimatedBytes: 103_800_000,
        percent: 100,
      },
    ],
  ])('%s', (line, expected) => {
    expect(uploadProgress(line)).toEqual(expected)
  })

  it.each(['', 'Snapshotting app@shop:/data ...', ' ! Error when processing "x": hashed', 'uploaded 5 MB'])(
    'is not in %j',
    (line) => {
      expect(uploadProgress(line)).toBeUndefined()
    },
  )
})

describe('progress of a restore', () => {
  it.each([
    [
      'Processed 94 (4.7 MB) of 400 (20 MB), skipped 2 (4 B), ignored 1 errors 5 MB/s (23.5%) remaining 3s.',
      { processedFiles: 94, processedBytes: 4_700_000, estimatedBytes: 20_000_000, percent: 23.5 },
    ],
    ['Processed 1 (10 B) of 2 (20 B).', { processedFiles: 1, processedBytes: 10, estimatedBytes: 20 }],
  ])('%s', (line, expected) => {
    expect(restoreProgress(line)).toEqual(expected)
  })

  it('is not in the last line', () => {
    expect(restoreProgress('Restored 3 files, 2 directories and 0 symbolic links (600 KB).')).toBeUndefined()
  })
})
