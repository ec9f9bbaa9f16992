import base from './vitest.config.ts'
const config: any = base
for (const project of config.test.projects) project.test.setupFiles = ['./measure-setup.ts']
export default config
