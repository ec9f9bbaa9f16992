import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Whether this machine can make a certificate. */
export const hasOpenssl = (): boolean => spawnSync('openssl', ['version']).status === 0

/** The files of a certificate of its own authority for 127.0.0.1, and of its key. */
export const makeCertificate = (folder: string): { certificate: string; key: string } => {
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  return { certificate, key }
}
