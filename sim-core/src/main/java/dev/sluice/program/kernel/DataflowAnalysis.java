// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import dev.sluice.program.kind.UnknownKindException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds what each value depends on: whether it differs among lanes, among waves, and whether memory decides it.
 *
 * <p>An abstract interpretation over sets of three facts. Each loop keeps the join of all states seen at its head, and
 * whole passes are repeated until no head changes, so that nested loops cost passes and not their product.
 */
final class DataflowAnalysis {
    private static final int LANES = 1;
    private static final int WAVES = 2;
    private static final int LOADED = 4;

    private final KernelSource source;
    private final List<BindingKind> kinds;
    private final byte[][] heads;
    private final BitSet uniformLoops = new BitSet();
    private @Nullable TimingDependence dependence;
    private byte[] state;
    private boolean changed;
    private boolean reporting;

    DataflowAnalysis(KernelSource source, int registers, int loops) {
        this.source = source;
        kinds = List.copyOf(source.bindings().values());
        heads = new byte[loops][registers];
        state = new byte[registers];
    }

    void run(List<Statement> statements) {
        do {
            changed = false;
            Arrays.fill(state, (byte) 0);
            block(statements, 0);
        } while (changed);
        reporting = true;
        Arrays.fill(state, (byte) 0);
        block(statements, 0);
    }

    /** The first statement whose timing depends on loaded data, or null. */
    @Nullable
    TimingDependence dependence() {
        return dependence;
    }

    /** Loops whose bounds are the same in all active lanes of a wave. */
    BitSet uniformLoops() {
        return uniformLoops;
    }

    private void block(List<Statement> statements, int control) {
        for (Statement statement : statements) {
            statement(statement, control);
        }
    }

    private void statement(Statement statement, int control) {
        if (statement instanceof Statement.Assign s) {
            assign(s.target(), facts(s.value()) | control);
        } else if (statement instanceof Statement.Across s) {
            assign(s.target(), across(s) | control);
        } else if (statement instanceof Statement.Load s) {
            int index = facts(s.index());
            timing(s.at(), index, "the index of this load");
            boolean readOnly = kinds.get(s.binding()) == BindingKind.UNIFORM;
            assign(s.target(), s.width(), (readOnly ? index | LOADED : LANES | WAVES | LOADED) | control);
        } else if (statement instanceof Statement.Store s) {
            timing(s.at(), facts(s.index()), "the index of this store");
        } else if (statement instanceof Statement.Atomic s) {
            timing(s.at(), facts(s.index()), "the index of this atomic");
            if (s.target() >= 0) {
                assign(s.target(), LANES | WAVES | LOADED | control);
            }
        } else if (statement instanceof Statement.SharedLoad s) {
            timing(s.at(), facts(s.index()), "the index of this shared load");
            assign(s.target(), s.width(), LANES | WAVES | LOADED | control);
        } else if (statement instanceof Statement.SharedStore s) {
            timing(s.at(), facts(s.index()), "the index of this shared store");
        } else if (statement instanceof Statement.Export s) {
            if (s.output() == Traits.DEPTH) {
                timing(s.at(), facts(s.low()), "the depth of this fragment");
            }
        } else if (statement instanceof Statement.Alu s) {
            alu(s);
        } else if (statement instanceof Statement.Barrier s) {
            barrier(s, control);
        } else {
            control(statement, control);
        }
    }

    private void control(Statement statement, int control) {
        if (statement instanceof Statement.If s) {
            int condition = facts(s.condition());
            timing(s.at(), condition, "the condition of this if");
            byte[] before = state.clone();
            block(s.then(), control | condition);
            byte[] then = state;
            state = before;
            List<Statement> otherwise = s.otherwise();
            if (otherwise != null) {
                block(otherwise, control | condition);
            }
            join(state, then);
        } else if (statement instanceof Statement.While s) {
            enter(s.loop());
            int condition = facts(s.condition());
            timing(s.at(), condition, "the condition of this while");
            block(s.body(), control | condition);
            leave(s.loop());
        } else if (statement instanceof Statement.For s) {
            int bounds = facts(s.from()) | facts(s.to()) | facts(s.step());
            timing(s.at(), bounds, "the range of this for");
            if (reporting) {
                uniformLoops.set(s.loop(), (bounds & LANES) == 0);
            }
            assign(s.target(), bounds | control);
            enter(s.loop());
            block(s.body(), control | bounds);
            leave(s.loop());
        } else {
            throw new UnknownKindException(statement);
        }
    }

    private void enter(int loop) {
        changed |= join(heads[loop], state);
        System.arraycopy(heads[loop], 0, state, 0, state.length);
    }

    private void leave(int loop) {
        changed |= join(heads[loop], state);
        System.arraycopy(heads[loop], 0, state, 0, state.length);
    }

    private void alu(Statement.Alu s) {
        int facts = facts(s.cycles());
        timing(s.at(), facts, "the number of cycles of this alu");
        if (reporting && (facts & LANES) != 0) {
            throw s.at().error("the cycles of alu must be the same in all lanes; use numbers and parameters");
        }
    }

    private void barrier(Statement.Barrier s, int control) {
        int differing = s.scope() == Scope.SUBGROUP ? LANES : LANES | WAVES;
        if (reporting && s.control() && (control & differing) != 0) {
            throw s.at().error("a controlBarrier of scope " + s.scope().text()
                    + " must be reached by all invocations of the " + s.scope().text()
                    + "; move it out of the if or loop whose condition differs among them");
        }
    }

    private int across(Statement.Across s) {
        int value = facts(s.value());
        if (s.op() == Opcode.SHUFFLE) {
            return WAVES | (value & LOADED) | facts(s.lane());
        }
        return WAVES | (value & LOADED);
    }

    private void timing(SourcePosition at, int facts, String what) {
        if (reporting && dependence == null && (facts & LOADED) != 0) {
            dependence = new TimingDependence(at.line(), what);
        }
    }

    private int facts(Expression expression) {
        if (expression instanceof Expression.Register register) {
            return state[register.index()];
        }
        if (expression instanceof Expression.Ready ready) {
            return ready(ready.builtin());
        }
        if (expression instanceof Expression.Call call) {
            int facts = 0;
            for (Expression argument : call.arguments()) {
                facts |= facts(argument);
            }
            return facts;
        }
        if (expression instanceof Expression.Constant || expression instanceof Expression.Parameter) {
            return 0;
        }
        throw new UnknownKindException(expression);
    }

    /** Built-ins along an axis on which the workgroup has one invocation do not differ within it. */
    private int ready(Builtin builtin) {
        if (builtin.ofFragments() || builtin == Builtin.LANE) {
            // a wave of fragments has lanes whatever the shape of the workgroup
            return (builtin.differsByLane() ? LANES : 0) | (builtin.differsByWave() ? WAVES : 0);
        }
        LocalSize size = source.localSize();
        int extent = switch (builtin) {
            case GID_X, LID_X -> size.x();
            case GID_Y, LID_Y -> size.y();
            case GID_Z, LID_Z -> size.z();
            default -> size.count();
        };
        if (extent == 1) {
            return 0;
        }
        return (builtin.differsByLane() ? LANES : 0) | (builtin.differsByWave() ? WAVES : 0);
    }

    private void assign(int register, int facts) {
        state[register] = (byte) facts;
    }

    private void assign(int first, int width, int facts) {
        for (int i = 0; i < width; i++) {
            assign(first + i, facts);
        }
    }

    private static boolean join(byte[] into, byte[] from) {
        boolean grew = false;
        for (int i = 0; i < into.length; i++) {
            byte joined = (byte) (into[i] | from[i]);
            grew |= joined != into[i];
            into[i] = joined;
        }
        return grew;
    }
}
