//! What a process has used, as the kernel of Linux tells. On other systems nothing is known.

use std::fs;
use std::time::Duration;

/// The kernel counts in these, whatever its own clock.
const TICK: Duration = Duration::from_millis(10);

/// CPU time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cpu {
    pub(super) user: Duration,
    pub(super) system: Duration,
}

impl Cpu {
    pub(super) fn of(pid: u32) -> Option<Cpu> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name, in brackets, may have anything in it.
        let (_, fields) = stat.rsplit_once(") ")?;
        let mut ticks = fields.split(' ').skip(11).map(|field| field.parse::<u32>().ok());
        Some(Cpu { user: TICK * ticks.next()??, system: TICK * ticks.next()?? })
    }

    pub(super) fn since(self, before: Cpu) -> Cpu {
        Cpu { user: self.user.saturating_sub(before.user), system: self.system.saturating_sub(before.system) }
    }

    pub(super) fn and(self, other: Cpu) -> Cpu {
        Cpu { user: self.user + other.user, system: self.system + other.system }
    }

    pub(super) fn total(self) -> Duration {
        self.user + self.system
    }
}

/// The memory that a process has in use, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resident {
    pub(super) all: u64,
    /// Without what is mapped from files, the program's own above all: it is read as soon as it is first run, whoever has come.
    pub(super) own: u64,
}

impl Resident {
    pub(super) fn of(pid: u32) -> Option<Resident> {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let bytes = |name| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
            Some(kilobytes * 1024)
        };
        Some(Resident { all: bytes("VmRSS:")?, own: bytes("RssAnon:")? })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_knows_its_own() {
        let own = std::process::id();
        assert!(Cpu::of(own).is_some());
        let memory = Resident::of(own).unwrap();
        assert!(memory.all > 1 << 20 && memory.own > 0 && memory.own < memory.all);
        assert!(Resident::of(u32::MAX).is_none());
    }
}
