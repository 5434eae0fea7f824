"""What libc takes from the kernel while a program runs (ends/taken.c) is given back after each execution: builds with assertions
compare what /proc has of the process, and with any build executions neither fail to repeat nor need more and more memory."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', HERE.parent.parent / 'build')).resolve() / 'mazurka'
CALLS = 12
MEGABYTES = 40


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([MAZURKA, 'cc', '-w', '-DROUNDS=4', HERE / 'ends' / 'taken.c', '-o', 'taken'], cwd=work, check=True)
        for call in range(CALLS):
            command = [MAZURKA, 'check', '--json', '--trace=/dev/null', '--trust=libc', 'taken', '--', str(call)]
            done = subprocess.run(command, cwd=work, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            result = json.loads(done.stdout)
            stats = result['stats']
            if result['verdict'] != 'ok' or stats['executions'] < 50 or stats['peak_bytes'] > MEGABYTES << 20:
                print(f'call {call}: {result["verdict"]}, {stats["executions"]} executions, {stats["peak_bytes"] >> 20} MB: {result["reason"]}')
                failed += 1
    print(f'{CALLS - failed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
