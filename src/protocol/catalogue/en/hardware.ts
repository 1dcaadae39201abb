export const hardware = {
  'hardware.reason.noTool':
    'No NVIDIA driver tool (nvidia-smi) and no device node of a graphics card was found, so runs use the processor.',
  'hardware.reason.deviceWithoutTool':
    'An NVIDIA device node is there, but no driver tool (nvidia-smi) was found. Install the NVIDIA driver utilities.',
  'hardware.reason.toolFailed': 'The driver tool nvidia-smi answered with an error: {{answer}}',
  'hardware.reason.noCards': 'The driver tool nvidia-smi found no card.',
  'hardware.reason.amdByFiles': 'An AMD card was found by its device nodes; its name and memory are not read yet.',
  'hardware.step.node': 'The card has its device node.',
  'hardware.step.driver': 'The driver answers.',
  'hardware.step.cards': 'The driver knows a card.',
  'hardware.step.variables': 'No environment variable hides the card.',
  'hardware.fix.node':
    'There is no device node of a graphics card. Where this machine has a card, load its driver; in a container, start it with the card (docker: --gpus all).',
  'hardware.fix.tool':
    'No driver tool (nvidia-smi, amd-smi or rocm-smi) was found. Install the utilities of the card’s driver.',
  'hardware.fix.mismatch':
    'The driver that is loaded is of another release than its library. Restart the machine, or load the driver anew.',
  'hardware.fix.lost': 'The card does not answer any more. Restart the machine.',
  'hardware.fix.permission':
    'The device nodes may not be opened. Add yourself to the group that owns them (video, render).',
  'hardware.fix.notLoaded':
    'The driver is installed but not loaded. Load it (modprobe nvidia), or restart the machine.',
  'hardware.fix.cards':
    'The driver answers but knows no card. Check that the card is plugged in and not given to a virtual machine.',
  'hardware.fix.variables': 'The variable {{name}} hides all cards. Unset it, or set it to the number of a card.',
  'hardware.amd.name': 'AMD graphics card',
  'hardware.apple.name': 'Apple graphics processor',
} as const;
