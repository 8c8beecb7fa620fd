// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.Naming;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.Origin;
import dev.sluice.program.StreamProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A program that is being changed, whose operations and commands keep their ids.
 *
 * <p>A command is changed wherever it is carried out, as it is written once: in a command buffer that is submitted several
 * times, or a secondary one that several execute.
 */
public final class Draft implements Naming {
    private static final Origin ADDED = Origin.at("added");

    /** A command and its id, in a list of a submission. */
    static final class Recorded {
        final String id;
        final Stated by;
        final List<Recorded> list;
        Command command;

        Recorded(String id, Stated by, List<Recorded> list, Command command) {
            this.id = id;
            this.by = by;
            this.list = list;
            this.command = command;
        }

        Command command() {
            return command;
        }
    }

    /** A host operation under its id, with the commands that it submits. */
    static final class Stated {
        final String id;
        final @Nullable String submission;
        HostOperation operation;
        List<List<Recorded>> lists = new ArrayList<>();
        /** Those of all lists, for who asks by number; null while nobody has. */
        private @Nullable List<Recorded> flat;

        Stated(String id, @Nullable String submission, HostOperation operation) {
            this.id = id;
            this.submission = submission;
            this.operation = operation;
        }

        /** The command at a place in all lists together. */
        Recorded command(int index) {
            if (lists.size() == 1) {
                return lists.get(0).get(index);
            }
            List<Recorded> all = flat;
            if (all == null) {
                all = new ArrayList<>();
                lists.forEach(all::addAll);
                flat = all;
            }
            return all.get(index);
        }

        /** Commands have come or have gone. */
        void changed() {
            flat = null;
        }
    }

    private final AccessTrace of;
    private final List<List<Stated>> threads = new ArrayList<>();
    private final List<Stated> submissions = new ArrayList<>();
    private final Map<String, Recorded> commands = new HashMap<>();
    private final Map<String, Stated> submitting = new HashMap<>();
    private final CommandPlaces places = new CommandPlaces();
    private final List<Object> changes = new ArrayList<>();
    private StreamProgram declarations;
    private final Set<String> added = new HashSet<>();

    /** The program of a trace. */
    public Draft(AccessTrace of) {
        this.of = of;
        this.declarations = of.stream();
        for (AccessTrace.Track track : of.threads()) {
            List<Stated> thread = new ArrayList<>();
            track.steps().forEach(step -> thread.add(stated(step)));
            threads.add(thread);
        }
        count();
    }

    private Stated stated(AccessTrace.Step step) {
        AccessTrace.Batch batch = step.batch();
        Stated stated = new Stated(step.action().id(), batch == null ? null : batch.id(), step.operation());
        submitting.put(stated.id, stated);
        if (batch != null) {
            submitting.put(batch.id(), stated);
            int next = 0;
            for (List<Command> list : batch.submit().commandBuffers()) {
                List<Recorded> recorded = new ArrayList<>();
                for (Command command : list) {
                    Recorded one = new Recorded(batch.actions().get(next++).id(), stated, recorded, command);
                    recorded.add(one);
                    commands.put(one.id, one);
                    submitting.put(one.id, stated);
                }
                stated.lists.add(recorded);
            }
        }
        return stated;
    }

    /** Submissions are counted thread by thread. */
    private void count() {
        submissions.clear();
        places.forget();
        threads.forEach(thread -> thread.forEach(stated -> {
            if (stated.submission != null) {
                submissions.add(stated);
            }
        }));
    }

    // ---- what is there

    /** The command with an id; null for none. */
    public @Nullable Command command(String id) {
        Recorded recorded = commands.get(id);
        return recorded == null ? null : recorded.command;
    }

    /** What commands have in common that are one in the program; an id for itself where there is no such command. */
    public Object place(String id) {
        Recorded recorded = commands.get(id);
        return recorded == null ? id : List.of(CommandPlaces.of(recorded), recorded.command.kind());
    }

    /** The ids of all commands, in order. */
    public List<String> commands() {
        List<String> ids = new ArrayList<>();
        submissions.forEach(stated -> stated.lists.forEach(list -> list.forEach(one -> ids.add(one.id))));
        return ids;
    }

    /** The submission of a command, or one by its own id; null for none. */
    HostOperation.@Nullable QueueSubmit submission(String id) {
        Stated stated = submitting.get(id);
        return stated != null && stated.operation instanceof HostOperation.QueueSubmit submit ? submit : null;
    }

    /** All host operations, thread by thread. */
    List<HostOperation> operations() {
        List<HostOperation> all = new ArrayList<>();
        threads.forEach(thread -> thread.forEach(stated -> all.add(stated.operation)));
        return all;
    }

    /** The ids of all submissions, in order. */
    List<String> submissions() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < submissions.size(); i++) {
            ids.add(submission(i));
        }
        return ids;
    }

    /** The id of the last acquisition of an image before an operation in its thread; null for none. */
    @Nullable
    String acquisition(String image, String before) {
        Stated end = submitting.get(before);
        for (List<Stated> thread : threads) {
            int at = thread.indexOf(end);
            for (int i = at - 1; i >= 0; i--) {
                if (thread.get(i).operation instanceof HostOperation.AcquireNextImage acquire
                        && acquire.image().equals(image)) {
                    return thread.get(i).id;
                }
            }
        }
        return null;
    }

    /** What was changed, as it is written: equal changes make equal programs. */
    List<Object> changes() {
        return List.copyOf(changes);
    }

    // ---- changes; each is false if there is no place for it

    /** Records a command beside one, wherever that is written. */
    public boolean insert(String beside, boolean before, Command command) {
        Recorded anchor = commands.get(beside);
        if (anchor == null) {
            return false;
        }
        changes.add(List.of("insert", before, CommandPlaces.of(anchor), command));
        for (Recorded written : places.written(anchor, submissions)) {
            List<Recorded> list = written.list;
            Recorded one = new Recorded(added(command.kind(), before, written.id), written.by, list, command);
            int at = list.indexOf(written);
            list.add(before ? at : at + 1, one);
            one.by.changed();
            commands.put(one.id, one);
            submitting.put(one.id, one.by);
            places.add(one);
        }
        return true;
    }

    /** An id for what is added: findings about the changed program name it so, and nobody knows its number. */
    private String added(String kind, boolean before, String beside) {
        String name = "the " + kind + " added " + (before ? "before " : "after ") + beside;
        String id = name;
        for (int i = 2; !added.add(id); i++) {
            id = name + " (" + i + ")";
        }
        return id;
    }

    /** Changes a command wherever it is written. */
    public boolean replace(String id, UnaryOperator<Command> change) {
        Recorded anchor = commands.get(id);
        if (anchor == null) {
            return false;
        }
        changes.add(List.of("replace", CommandPlaces.of(anchor), change.apply(anchor.command)));
        for (Recorded one : places.written(anchor, submissions)) {
            places.replace(one, change.apply(one.command));
        }
        return true;
    }

    /** Takes a command away wherever it is written. */
    public boolean remove(String id) {
        Recorded anchor = commands.get(id);
        if (anchor == null) {
            return false;
        }
        changes.add(List.of("remove", CommandPlaces.of(anchor)));
        for (Recorded one : places.written(anchor, submissions)) {
            one.list.remove(one);
            one.by.changed();
            commands.remove(one.id);
            places.remove(one);
        }
        return true;
    }

    /** Carries out a host operation beside another one. */
    public boolean insert(String beside, boolean before, HostOperation operation) {
        for (List<Stated> thread : threads) {
            int at = index(thread, beside);
            if (at >= 0) {
                changes.add(List.of("operation", before, thread.get(at).id, operation));
                Stated stated = new Stated(added(operation.kind(), before, thread.get(at).id), null, operation);
                thread.add(before ? at : at + 1, stated);
                submitting.put(stated.id, stated);
                return true;
            }
        }
        return false;
    }

    /** Carries out a host operation earlier: before another one of its thread. */
    boolean move(String operation, String before) {
        for (List<Stated> thread : threads) {
            int from = index(thread, operation);
            int to = index(thread, before);
            if (from >= 0 && to >= 0 && to < from) {
                changes.add(List.of("move", operation, thread.get(to).id));
                thread.add(to, thread.remove(from));
                count();
                return true;
            }
        }
        return false;
    }

    /** Changes a host operation, or the one that submits a command. */
    public boolean change(String id, UnaryOperator<HostOperation> change) {
        Stated stated = submitting.get(id);
        if (stated == null) {
            return false;
        }
        HostOperation other = change.apply(stated.operation);
        stated.operation = other;
        // without its commands, which are changed by themselves
        changes.add(
                other instanceof HostOperation.QueueSubmit submit
                        ? List.of(stated.id, submit.waits(), submit.signals(), String.valueOf(submit.fence()))
                        : List.of(stated.id, other));
        return true;
    }

    /** Changes what is declared. */
    void declare(Object change, UnaryOperator<StreamProgram> declare) {
        changes.add(change);
        declarations = declare.apply(declarations);
    }

    private int index(List<Stated> thread, String id) {
        return thread.indexOf(submitting.get(id));
    }

    /** Where added commands come from. */
    public static Origin added() {
        return ADDED;
    }

    // ---- the program

    /** The program as it is now. */
    public StreamProgram program() {
        List<HostThread> written = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            written.add(new HostThread(
                    declarations.threads().get(i).name(),
                    threads.get(i).stream().map(Draft::operation).toList()));
        }
        return declarations.withThreads(written);
    }

    private static HostOperation operation(Stated stated) {
        return stated.operation instanceof HostOperation.QueueSubmit submit
                ? new HostOperation.QueueSubmit(
                        submit.origin(),
                        submit.queue(),
                        submit.waits(),
                        stated.lists.stream()
                                .map(list ->
                                        list.stream().map(Recorded::command).toList())
                                .toList(),
                        submit.signals(),
                        submit.fence())
                : stated.operation;
    }

    /** The trace of the program as it is now. */
    public AccessTrace trace() {
        return of.edited(program(), this);
    }

    @Override
    public String operation(int thread, int index) {
        return threads.get(thread).get(index).id;
    }

    @Override
    public String submission(int number) {
        String id = submissions.get(number).submission;
        return id == null ? submissions.get(number).id : id;
    }

    @Override
    public String command(int submission, int index) {
        return submissions.get(submission).command(index).id;
    }
}
