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

/// The memory that it has in use, in bytes.
pub(super) fn memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_knows_its_own() {
        let own = std::process::id();
        assert!(Cpu::of(own).is_some());
        assert!(memory(own).unwrap() > 1 << 20);
        assert!(memory(u32::MAX).is_none());
    }
}
