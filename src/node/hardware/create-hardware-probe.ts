import { arch, cpus, totalmem } from 'node:os';
import type { HardwareProbe } from '../../core/ports/hardware-probe';
import type { Progress } from '../../core/ports/cancellation';
import { message } from '../../protocol/catalogue/catalogue';
import type { Accelerator } from '../../protocol/hardware';
import { explain, toolFailed, type ToolAnswer } from './explain';
import { judgeBuild } from './judge-build';
import { findByFiles } from './find-by-files';
import { findDriverTool } from './find-driver-tool';
import { parseAmdSmiJson, parseAmdSmiUse, parseRocmJson } from './parse-amd-json';
import { NVIDIA_FIELDS, parseNvidiaCsv } from './parse-nvidia-csv';
import { CAPABILITY_QUERY, parseCapabilities, parseSliceNames, withMore } from './parse-nvidia-more';
import { parseNvidiaXml } from './parse-nvidia-xml';
import { runDriverTool, type DriverAnswer, type ToolMachine } from './run-driver-tool';

export interface HardwareProbeOptions extends ToolMachine {
  readonly platform: string;
  /** Where device nodes lie; `/dev` where it is left out. */
  readonly deviceFolder?: string;
}

/** Reads the machine: processors and memory from the system, cards from the vendors' tools and from device nodes. */
export function createHardwareProbe(options: HardwareProbeOptions): HardwareProbe {
  const { platform, deviceFolder = '/dev', environmentBlock } = options;
  return {
    read: async (progress, build) => {
      const byFiles = await findByFiles({ platform, architecture: arch(), deviceFolder });
      const nvidia = await readNvidia(options, byFiles.hasNvidiaDevice, progress);
      const amd = await readAmd(options, progress);
      const others = amd.accelerators.length > 0 ? amd.accelerators : byFiles.accelerators;
      const accelerators = [...nvidia.accelerators, ...others];
      const steps = explain({
        platform,
        hasNode: byFiles.hasNvidiaDevice || byFiles.accelerators.length > 0,
        lacksMemoryNode: byFiles.lacksMemoryNode,
        // Of two vendors' tools the one that knows a card is told of.
        tool: (amd.accelerators.length > 0 ? amd.tool : nvidia.tool) ?? amd.tool,
        cards: accelerators.length,
        block: environmentBlock,
      });
      const isOpen = accelerators.length > 0 && steps?.every(({ passed }) => passed) === true;
      const { cuda } = nvidia;
      const told = isOpen && build !== undefined ? judgeBuild(build, { cards: accelerators, cuda }) : [];
      return {
        platform,
        processors: Math.max(1, cpus().length),
        memoryBytes: totalmem(),
        accelerators: [...accelerators],
        cuda,
        reason: reasonFor(accelerators, nvidia.reason, amd.tool),
        // Apple's processors need no driver of their own.
        ...(platform === 'darwin' || steps === undefined ? {} : { steps: [...steps, ...told] }),
      };
    },
  };
}

function reasonFor(
  accelerators: readonly Accelerator[],
  nvidiaReason: string | null,
  amdTool: VendorAnswer['tool'],
): string | null {
  if (accelerators.some((one) => one.vendor !== 'amd' || one.memoryBytes !== null)) return null;
  if (amdTool !== null && !amdTool.answered) return toolFailed(amdTool);
  return accelerators.length > 0 ? message('hardware.reason.amdByFiles') : nvidiaReason;
}

interface VendorAnswer {
  readonly accelerators: readonly Accelerator[];
  readonly cuda: string | null;
  readonly reason: string | null;
  readonly tool: ToolAnswer | null;
}

async function readNvidia(
  options: HardwareProbeOptions,
  hasDevice: boolean,
  progress: Progress,
): Promise<VendorAnswer> {
  const tool = await findDriverTool('nvidia-smi', options);
  if (tool === null) {
    const key = hasDevice ? 'hardware.reason.deviceWithoutTool' : 'hardware.reason.noTool';
    return { accelerators: [], cuda: null, reason: message(key), tool: null };
  }
  const full = await runDriverTool({ program: tool, arguments: ['-q', '-x'] }, options, progress);
  const { accelerators: live, cuda } = parseNvidiaXml(full.text);
  if (live.length > 0) {
    const ask = (words: readonly string[]) => runDriverTool({ program: tool, arguments: words }, options, progress);
    const capabilities = parseCapabilities((await ask(CAPABILITY_QUERY)).text);
    const isSliced = live.some(({ slices }) => slices !== undefined && slices.length > 0);
    const slices = parseSliceNames(isSliced ? (await ask(['-L'])).text : '');
    return { accelerators: withMore(live, capabilities, slices), cuda, reason: null, tool: toolOf('nvidia-smi', full) };
  }
  // Some drivers write no XML, so the short form is asked for too.
  const query = [`--query-gpu=${NVIDIA_FIELDS.join(',')}`, '--format=csv,noheader,nounits'];
  const answer = await runDriverTool({ program: tool, arguments: query }, options, progress);
  const accelerators = parseNvidiaCsv(answer.text);
  if (accelerators.length > 0) return { accelerators, cuda, reason: null, tool: toolOf('nvidia-smi', answer) };
  const reason = answer.succeeded ? message('hardware.reason.noCards') : toolFailed(toolOf('nvidia-smi', answer));
  return { accelerators: [], cuda, reason, tool: toolOf('nvidia-smi', answer) };
}

async function readAmd(
  options: HardwareProbeOptions,
  progress: Progress,
): Promise<Omit<VendorAnswer, 'reason' | 'cuda'>> {
  const tries = [
    ['amd-smi', ['static', '--asic', '--driver', '--vram', '--json'], parseAmdSmiJson],
    [
      'rocm-smi',
      ['--showproductname', '--showmeminfo', 'vram', '--showuse', '--showdriverversion', '--json'],
      parseRocmJson,
    ],
  ] as const;
  let tool: VendorAnswer['tool'] = null;
  for (const [name, args, parse] of tries) {
    const program = await findDriverTool(name, options);
    if (program === null) continue;
    const answer = await runDriverTool({ program, arguments: args }, options, progress);
    tool = toolOf(name, answer);
    const accelerators = parse(answer.text);
    if (accelerators.length === 0) continue;
    if (name === 'rocm-smi') return { accelerators, tool };
    const ask = (words: readonly string[]) => runDriverTool({ program, arguments: words }, options, progress);
    const metric = await ask(['metric', '--usage', '--mem-usage', '--json']);
    const use = parseAmdSmiUse(metric.text, (await ask(['process', '--json'])).text);
    return { accelerators: accelerators.map((card) => ({ ...card, ...use.get(card.index ?? -1) })), tool };
  }
  return { accelerators: [], tool };
}

function toolOf(name: string, { succeeded, text, how }: DriverAnswer): ToolAnswer {
  const line = text.trim().split(/\r?\n/)[0] ?? '';
  return { name, answered: succeeded, words: line === '' ? how : line };
}
