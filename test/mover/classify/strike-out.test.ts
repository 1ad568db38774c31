import { strikeOut } from '../../../mover/classify/strike-out'

const strike = strikeOut({
  KOPIA_PASSWORD: ' pass word\n',
  AWS_SECRET_ACCESS_KEY: 'abc/def+ghi',
  B2_KEY: 'x',
  KOPIA_SFTP_KEY_DATA: '-----BEGIN KEY-----\nc2VjcmV0IGxpbmUgb25l\nc2VjcmV0IGxpbmUgdHdv\n-----END KEY-----',
})

describe('secrets in a text', () => {
  it.each([
    ['password is pass word!', 'password is ***!'],
    ['key abc/def+ghi and abc%2Fdef%2Bghi', 'key *** and ***'],
    ['a line of a key: c2VjcmV0IGxpbmUgdHdv', 'a line of a key: ***'],
    ['https://user:hunter2@host/path', 'https://user:***@host/path'],
    ['GET https://a.blob/c?sv=1&sig=AbC%2F&x=1', 'GET https://a.blob/c?sv=1&sig=***&x=1'],
    ['?X-Amz-Signature=00ff&X-Amz-Date=1', '?X-Amz-Signature=***&X-Amz-Date=1'],
    ['--secret-access-key=foo --bucket b', '--secret-access-key=*** --bucket b'],
    ['--sftp-password hunter2', '--sftp-password ***'],
    ['Authorization: Bearer abc.def', 'Authorization: ***'],
  ])('%s', (text, expected) => {
    expect(strike(text)).toBe(expected)
  })

  it('leave ordinary words alone, also when a secret is very short', () => {
    expect(strike('six boxes: repository connect --path /repo')).toBe('six boxes: repository connect --path /repo')
  })
})
