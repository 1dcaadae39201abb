export const hardware = {
  'hardware.reason.noTool':
    'No NVIDIA driver tool (nvidia-smi) and no device node of a graphics card was found, so runs use the processor.',
  'hardware.reason.deviceWithoutTool':
    'An NVIDIA device node is there, but no driver tool (nvidia-smi) was found. Install the NVIDIA driver utilities.',
  'hardware.reason.toolFailed': 'The driver tool nvidia-smi answered with an error: {{answer}}',
  'hardware.reason.noCards': 'The driver tool nvidia-smi found no card.',
  'hardware.reason.amdByFiles': 'An AMD card was found by its device nodes; its name and memory are not read yet.',
  'hardware.amd.name': 'AMD graphics card',
  'hardware.apple.name': 'Apple graphics processor',
} as const;
