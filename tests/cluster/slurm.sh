#!/usr/bin/env bash
# Runs a command on a Slurm of one machine that exists only meanwhile: tests/cluster/slurm.sh CPUS COMMAND… Its daemons (Debian: slurmctld,
# slurmd, slurm-client, munge) keep everything in their own folder, and assume that the machine has CPUS processors. Needs to be root, as
# slurmd does.
set -euo pipefail
exec < /dev/null
[ $# -ge 2 ] || { echo "right is: tests/cluster/slurm.sh CPUS COMMAND…" >&2; exit 2; }
cpus=$1
shift
PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch; do
    command -v $program > /dev/null || { echo "$program is missing: apt-get install slurmctld slurmd slurm-client munge" >&2; exit 1; }
done

folder=$(mktemp -d)
daemons=()
end() {
    local code=$?
    [ ${#daemons[@]} -eq 0 ] || kill "${daemons[@]}" 2> /dev/null || true
    [ ${#daemons[@]} -eq 0 ] || wait "${daemons[@]}" 2> /dev/null || true
    [ $code -eq 0 ] || tail -n 20 "$folder"/*.log >&2
    rm -rf "$folder"
    exit $code
}
trap end EXIT
chmod 755 "$folder"
mkdir "$folder/state" "$folder/spool"

(umask 077; dd if=/dev/urandom of="$folder/key" bs=1024 count=1 status=none)
host=$(hostname -s)
# Ports that nobody listens on, by chance: two of these may run in parallel.
port=$((20000 + $$ % 20000))
cat > "$folder/slurm.conf" << CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf

munged --foreground --force --num-threads=1 --key-file="$folder/key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
    --seed-file="$folder/munged.seed" > "$folder/munged.log" 2>&1 &
daemons+=($!)
slurmctld -D > "$folder/slurmctld.log" 2>&1 &
daemons+=($!)
slurmd -D > "$folder/slurmd.log" 2>&1 &
daemons+=($!)
for _ in $(seq 60); do
    state=$(sinfo --noheader --format=%T 2> /dev/null || true)
    [ "$state" != idle ] || break
    sleep 0.5
done
[ "$state" = idle ] || { echo "Slurm does not start: ${state:-nobody answers}" >&2; exit 1; }
"$@"
