/** The folder is the permission: who may import whom. Run by `npm run check`. */
const layer = (name, allowed, comment) => ({
  name: `layer-${name}`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: [`^src/${name}/`, ...allowed.map((folder) => `^src/${folder}/`)] },
});

const onlyPackages = (name, packages) => ({
  name: `packages-${name}`,
  comment: `${name} may import only ${packages.join(', ') || 'nothing'} from outside`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^(node_modules/|node:)', pathNot: packages.map((pkg) => `^node_modules/${pkg}/`) },
});

module.exports = {
  forbidden: [
    layer('protocol', [], 'the contract imports nothing of ours'),
    layer('core', ['protocol'], 'the pipeline is pure'),
    layer('node', ['core', 'protocol'], 'adapters know ports, not hosts'),
    layer('host', ['core', 'protocol'], 'ports are passed in'),
    layer('renderer', ['protocol'], 'the page talks by the contract alone'),
    layer('preload', ['protocol'], 'the preload hands over a port'),
    layer('main', ['host', 'node', 'core', 'protocol'], 'a front'),
    layer('web', ['host', 'node', 'core', 'protocol'], 'a front'),
    layer('cli', ['host', 'node', 'core', 'protocol', 'web'], 'a front; `serve` starts the web host'),
    onlyPackages('protocol', ['zod']),
    {
      name: 'node-uses-only-ports-of-core',
      comment:
        'adapters implement ports; the workers run the pure reader of reports and the pure index, nothing else of core is theirs',
      severity: 'error',
      from: { path: '^src/node/', pathNot: '^src/node/(report|context)/' },
      to: { path: '^src/core/', pathNot: '^src/core/(ports|pipeline/session)' },
    },
    {
      name: 'fronts-leave-core-alone',
      comment: 'fronts know the ports of core only as types to hand over',
      severity: 'error',
      from: { path: '^src/(main|web|cli)/' },
      to: { path: '^src/core/', pathNot: '^src/core/ports/' },
    },
    {
      name: 'core-has-no-node',
      severity: 'error',
      from: { path: '^src/(core|protocol|renderer)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'electron-only-in-main-and-preload',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|preload)/' },
      to: { path: '^(electron$|node_modules/electron/)' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: { path: '^src/' }, to: { couldNotResolve: true, pathNot: '\\?' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$|\\?worker$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
