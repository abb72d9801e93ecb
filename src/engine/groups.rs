//! What is left of the memory of the control groups that a process runs in (Linux): each
//! group from its own to the one that is mounted may have a limit, in version 1 and 2.

/// MiB that are free in all of them; `None` where no group has a limit. `read` gives the text
/// of a file, if it is there.
pub fn free_mib(read: &impl Fn(&str) -> Option<String>) -> Option<u64> {
    let (groups, mounts) = (read("/proc/self/cgroup")?, read("/proc/self/mountinfo")?);
    let free = groups.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        let names = match controllers {
            "" => &VERSION_2,
            _ if controllers.split(',').any(|name| name == "memory") => &VERSION_1,
            _ => return None,
        };
        let mount = mounts.lines().filter_map(Mount::read).find(|mount| mount.has(names))?;
        mount.folders(path).iter().filter_map(|folder| names.free(folder, read)).min()
    });
    free.min().map(|bytes| bytes >> 20)
}

/// Names of files in the folder of a group.
struct Names {
    /// The type of the file system.
    system: &'static str,
    limits: &'static [&'static str],
    used: &'static str,
    /// The line of `memory.stat` with the files that are in memory only because there was
    /// room for them.
    cached: &'static str,
}

const VERSION_1: Names = Names {
    system: "cgroup",
    limits: &["memory.limit_in_bytes"],
    used: "memory.usage_in_bytes",
    cached: "total_inactive_file",
};

const VERSION_2: Names = Names {
    system: "cgroup2",
    limits: &["memory.max", "memory.high"],
    used: "memory.current",
    cached: "inactive_file",
};

impl Names {
    /// Bytes that are free in the group of a folder; `None` where it has no limit.
    fn free(&self, folder: &str, read: &impl Fn(&str) -> Option<String>) -> Option<u64> {
        let number = |name: &str| read(&format!("{folder}/{name}"))?.trim().parse::<u64>().ok();
        let limit = self.limits.iter().filter_map(|name| number(name)).min()?;
        let used = number(self.used)?;
        let stat = read(&format!("{folder}/memory.stat")).unwrap_or_default();
        let cached = field(&stat, self.cached).unwrap_or(0);
        Some(limit.saturating_sub(used.saturating_sub(cached)))
    }
}

/// Where groups are seen in the file system.
struct Mount<'a> {
    /// The group whose folder this is.
    root: &'a str,
    folder: &'a str,
    system: &'a str,
    options: &'a str,
}

impl<'a> Mount<'a> {
    /// Reads a line of `mountinfo`.
    fn read(line: &'a str) -> Option<Mount<'a>> {
        let (place, kind) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let mut kind = kind.split(' ');
        Some(Mount {
            root: place.next()?,
            folder: place.next()?,
            system: kind.next()?,
            options: kind.nth(1)?,
        })
    }

    fn has(&self, names: &Names) -> bool {
        let is_memory = || self.options.split(',').any(|option| option == "memory");
        self.system == names.system && (self.system == VERSION_2.system || is_memory())
    }

    /// The folders of a group and of all above it. A container may see its own group as the
    /// first one, and the path of the group from outside.
    fn folders(&self, path: &str) -> Vec<String> {
        let root = self.root.trim_end_matches('/');
        let below = path.strip_prefix(root).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let below = below.unwrap_or("").trim_end_matches('/');
        let ends = below.match_indices('/').map(|(at, _)| at).chain([below.len()]);
        let mut folders: Vec<String> =
            ends.map(|end| format!("{}{}", self.folder, &below[..end])).collect();
        folders.dedup();
        folders
    }
}

/// The number that follows a name at the beginning of a line.
pub fn field(text: &str, name: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(name));
    let rest = lines.find(|rest| rest.starts_with([' ', '\t']))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    /// What is free on a machine with these files; a size is in MiB.
    fn free(groups: &str, mounts: &str, files: &[(&str, u64)]) -> Option<u64> {
        free_mib(&|path: &str| match path {
            "/proc/self/cgroup" => Some(groups.into()),
            "/proc/self/mountinfo" => Some(mounts.into()),
            _ if path.ends_with("/memory.stat") => {
                let name = path.replace("memory.stat", "cached");
                let cached = files.iter().find(|(file, _)| *file == name)?.1 * MIB;
                Some(format!(
                    "inactive_file_x 5\ninactive_file {cached}\ntotal_inactive_file {cached}\n"
                ))
            }
            _ => match files.iter().find(|(file, _)| *file == path)?.1 {
                u64::MAX => Some("max\n".into()),
                mib => Some(format!("{}\n", mib * MIB)),
            },
        })
    }

    #[test]
    fn every_group_above_counts() {
        let mounts =
            "31 23 0:28 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
        let files = [
            ("/sys/fs/cgroup/user.slice/memory.max", 900),
            ("/sys/fs/cgroup/user.slice/memory.current", 500),
            ("/sys/fs/cgroup/user.slice/cached", 100),
            ("/sys/fs/cgroup/user.slice/job/memory.max", u64::MAX),
            ("/sys/fs/cgroup/user.slice/job/memory.high", 700),
            ("/sys/fs/cgroup/user.slice/job/memory.current", 50),
        ];
        assert_eq!(free("0::/user.slice/job\n", mounts, &files), Some(500));
        assert_eq!(free("0::/user.slice\n", mounts, &files), Some(500));
        assert_eq!(free("0::/user.slice/job/step_0\n", mounts, &files[3..]), Some(650));
        assert_eq!(free("0::/other\n", mounts, &files), None);
        assert_eq!(free("0::/\n", mounts, &files), None);
    }

    #[test]
    fn the_first_version_has_other_names() {
        let mounts = "\
            32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n\
            35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
        let groups = "4:cpuset,memory:/slurm/job_7\n1:cpu:/\n0::/\n";
        let files = [
            ("/sys/fs/cgroup/memory/slurm/memory.limit_in_bytes", 4000),
            ("/sys/fs/cgroup/memory/slurm/memory.usage_in_bytes", 3900),
            ("/sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes", 2000),
            ("/sys/fs/cgroup/memory/slurm/job_7/memory.usage_in_bytes", 300),
        ];
        assert_eq!(free(groups, mounts, &files), Some(100));
        assert_eq!(free(groups, mounts, &files[2..]), Some(1700));
    }

    #[test]
    fn a_container_sees_its_own_group_first() {
        let mounts = "35 31 0:32 /docker/ab /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";
        let files = [
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", 64),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", 65),
        ];
        assert_eq!(free("4:memory:/docker/ab\n", mounts, &files), Some(0));
        assert_eq!(free("4:memory:/docker/ab/c\n", mounts, &files), Some(0));
        assert_eq!(free("4:memory:/\n", mounts, &files), Some(0));
        for odd in ["", "4\n", "4:memory\n", "x:y:z\n"] {
            assert_eq!(free(odd, mounts, &files), None);
            assert_eq!(free("4:memory:/\n", odd, &files), None);
        }
    }
}
