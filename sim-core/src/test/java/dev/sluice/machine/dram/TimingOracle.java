// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Checks every pair of commands of a channel against the timing set, slowly and independently of {@link DramDevice}. */
final class TimingOracle implements CommandListener {

    record Command(Kind kind, int bank, int row, long tick, int order) {}

    private final DramTiming t;
    /** The longest constraint, in ticks. */
    private final int reach;

    private final int rankSwitch;
    private final int perGroup;
    private final int perRank;
    private final List<Command> commands = new ArrayList<>();

    TimingOracle(DramSpec spec) {
        t = spec.timing();
        reach = Math.max(t.rc(), Math.max(t.rfc(), t.cwl() + t.burst() + t.wr() + t.wtrL() + t.rtw()));
        rankSwitch = spec.protocol().rankSwitch();
        perGroup = spec.banksPerGroup();
        perRank = spec.bankGroups() * perGroup;
    }

    @Override
    public void command(Kind kind, int bank, int row, long tick) {
        if (kind == Kind.REFRESH_BANK) {
            // ProtocolChecker looks after these
            return;
        }
        commands.add(new Command(kind, bank, row, tick, commands.size()));
    }

    int count() {
        return commands.size();
    }

    /** Every violation, a line each. */
    List<String> violations() {
        List<Command> sorted = new ArrayList<>(commands);
        sorted.sort(Comparator.comparingLong(Command::tick).thenComparingInt(Command::order));
        List<String> found = new ArrayList<>();
        int[] open = new int[4096];
        java.util.Arrays.fill(open, -1);
        for (int i = 0; i < sorted.size(); i++) {
            Command b = sorted.get(i);
            for (int j = i - 1; j >= 0 && b.tick - sorted.get(j).tick <= reach; j--) {
                Command a = sorted.get(j);
                int gap = gap(a, b);
                if (b.tick - a.tick < gap) {
                    found.add(a + " then " + b + " needs " + gap);
                }
            }
            state(b, open, found);
            if (b.kind == Kind.ACTIVATE && activatesWithin(sorted, i) > 3) {
                found.add(b + " is the fifth in tFAW");
            }
        }
        return found;
    }

    private int activatesWithin(List<Command> sorted, int last) {
        Command b = sorted.get(last);
        int count = 0;
        for (int j = last - 1; j >= 0 && b.tick - sorted.get(j).tick < t.faw(); j--) {
            Command a = sorted.get(j);
            if (a.kind == Kind.ACTIVATE && a.bank / perRank == b.bank / perRank) {
                count++;
            }
        }
        return count;
    }

    private void state(Command c, int[] open, List<String> found) {
        switch (c.kind) {
            case ACTIVATE -> {
                if (open[c.bank] != -1) {
                    found.add(c + " finds a row open");
                }
                open[c.bank] = c.row;
            }
            case PRECHARGE -> open[c.bank] = -1;
            case READ, WRITE -> {
                if (open[c.bank] != c.row) {
                    found.add(c + " finds row " + open[c.bank]);
                }
            }
            default -> {
                for (int b = c.bank * perRank; b < (c.bank + 1) * perRank; b++) {
                    if (open[b] != -1) {
                        found.add(c + " finds bank " + b + " open");
                    }
                }
            }
        }
    }

    private int gap(Command a, Command b) {
        if (a.kind == Kind.REFRESH || b.kind == Kind.REFRESH) {
            return refreshGap(a, b);
        }
        boolean bank = a.bank == b.bank;
        boolean group = a.bank / perGroup == b.bank / perGroup;
        boolean rank = a.bank / perRank == b.bank / perRank;
        int gap = bank ? bankGap(a.kind, b.kind) : 0;
        if (a.kind == Kind.ACTIVATE && b.kind == Kind.ACTIVATE && rank) {
            gap = Math.max(gap, group ? t.rrdL() : t.rrdS());
        }
        if (a.kind == b.kind && (a.kind == Kind.READ || a.kind == Kind.WRITE)) {
            gap = Math.max(gap, Math.max(t.burst(), rank ? group ? t.ccdL() : t.ccdS() : t.burst() + rankSwitch));
        }
        if (a.kind == Kind.READ && b.kind == Kind.WRITE) {
            gap = Math.max(gap, t.rtw());
        }
        if (a.kind == Kind.WRITE && b.kind == Kind.READ) {
            int data = t.cwl() + t.burst();
            gap = Math.max(gap, rank ? data + (group ? t.wtrL() : t.wtrS()) : data - t.cl());
        }
        return gap;
    }

    private int bankGap(Kind a, Kind b) {
        return switch (a) {
            case ACTIVATE ->
                switch (b) {
                    case ACTIVATE -> t.rc();
                    case READ -> t.rcdRead();
                    case WRITE -> t.rcdWrite();
                    case PRECHARGE -> t.ras();
                    default -> 0;
                };
            case READ -> b == Kind.PRECHARGE ? t.rtp() : 0;
            case WRITE -> b == Kind.PRECHARGE ? t.cwl() + t.burst() + t.wr() : 0;
            case PRECHARGE -> b == Kind.ACTIVATE ? t.rp() : 0;
            default -> 0;
        };
    }

    private int refreshGap(Command a, Command b) {
        if (a.kind == Kind.REFRESH && b.kind == Kind.REFRESH) {
            return a.bank == b.bank ? t.rfc() : 0;
        }
        boolean after = a.kind == Kind.REFRESH;
        int rank = after ? a.bank : b.bank;
        Command other = after ? b : a;
        if (other.bank / perRank != rank) {
            return 0;
        }
        if (after) {
            return t.rfc();
        }
        return switch (other.kind) {
            case ACTIVATE -> t.rc();
            case PRECHARGE -> t.rp();
            default -> 0;
        };
    }
}
