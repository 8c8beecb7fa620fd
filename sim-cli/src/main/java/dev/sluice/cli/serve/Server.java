// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import dev.sluice.cli.help.NoSuchCommand;
import dev.sluice.cli.run.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers requests of JSON-RPC 2.0, one a line, until {@code shutdown} or the end of the input; what was asked by then is
 * still answered.
 *
 * <p>Methods are the program's commands, and {@code version}, {@code cancel} and {@code shutdown}. Commands are carried out
 * in the order of their requests, as many side by side as there are jobs.
 */
public final class Server {
    /** The longest line that is read, in characters: 16 Mi. */
    static final int LONGEST_LINE = 16 << 20;

    private static final String VERSION = "version";
    private static final String CANCEL = "cancel";
    private static final String SHUTDOWN = "shutdown";
    private static final Set<String> OWN = Set.of(VERSION, CANCEL, SHUTDOWN);

    private final Program program;
    private final Session session;
    private final RpcReplies replies;
    private final Map<JsonNode, Invocation> underway = new ConcurrentHashMap<>();
    private final Set<String> left;
    private final Map<String, CommandLine> commands;
    private volatile boolean stopping;
    /** Null before any are read. */
    private volatile @Nullable RequestLines lines;

    /**
     * A server of the program's commands.
     *
     * @param session where answers go, and on what machines commands run
     * @param left commands that are no methods
     */
    public Server(Program program, Session session, Set<String> left) {
        this.program = program;
        this.session = session;
        this.left = left;
        commands = program.commands().getSubcommands();
        replies = new RpcReplies(session.terminal().out());
    }

    /** Answers until nothing more is asked, or {@link #stop} says so. */
    public void serve(BufferedReader in, int jobs) throws IOException {
        RequestLines requests = new RequestLines(in, LONGEST_LINE);
        lines = requests;
        if (stopping) {
            requests.stop();
        }
        ExecutorService workers = Executors.newFixedThreadPool(jobs, task -> new Thread(task, "serve"));
        try {
            RequestLines.Line line = requests.next();
            while (line != null && !replies.closed()) {
                if (line.cut()) {
                    tooLong(line.text());
                } else if (!line.text().isBlank() && answer(line.text(), workers)) {
                    break;
                }
                line = requests.next();
            }
            if (replies.closed()) {
                cancelAll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancelAll();
        } finally {
            workers.shutdown();
            await(workers);
        }
    }

    /** Asks what runs to end soon, begins nothing more, and waits for no more requests. */
    public void stop() {
        cancelAll();
        RequestLines requests = lines;
        if (requests != null) {
            requests.stop();
        }
    }

    private void cancelAll() {
        stopping = true;
        underway.values().forEach(Invocation::cancel);
    }

    private static void await(ExecutorService workers) {
        try {
            workers.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tooLong(String begin) {
        replies.error(
                RpcCall.idBeforeFault(begin),
                RpcException.PARSE_ERROR,
                "the line is longer than the " + (LONGEST_LINE >> 20) + " Mi characters that a request may have",
                null);
    }

    /** Answers a line, or has it answered; true for the last one. */
    private boolean answer(String line, ExecutorService workers) {
        JsonNode id = null;
        boolean notification = false;
        try {
            JsonNode tree = RpcCall.json(line);
            id = RpcCall.idOf(tree);
            RpcCall call = RpcCall.of(tree);
            notification = call.id() == null;
            switch (call.method()) {
                case VERSION -> replies.result(call.id(), version());
                case CANCEL -> replies.result(call.id(), cancel(call.params()));
                case SHUTDOWN -> {
                    replies.result(call.id(), JsonNodeFactory.instance.objectNode());
                    return true;
                }
                default -> begin(call, workers);
            }
        } catch (RpcException e) {
            if (e.code() == RpcException.PARSE_ERROR) {
                id = RpcCall.idBeforeFault(line);
            }
            if (!notification) {
                replies.error(id, e.code(), String.valueOf(e.getMessage()), e.data());
            }
        }
        return false;
    }

    private void begin(RpcCall call, ExecutorService workers) {
        CommandLine command = left.contains(call.method()) ? null : commands.get(call.method());
        if (command == null) {
            throw new RpcException(
                    RpcException.METHOD_NOT_FOUND,
                    call.method() + ": no such method" + NoSuchCommand.hint(call.method(), methods()));
        }
        List<String> words = new ArrayList<>();
        words.add(call.method());
        words.addAll(CommandWords.of(command.getCommandSpec(), call.params()));
        JsonNode id = call.id();
        Invocation invocation = new Invocation(id, words, program, session, replies);
        if (id != null && underway.putIfAbsent(id, invocation) != null) {
            throw new RpcException(RpcException.INVALID_REQUEST, "id: " + id + " is still under way");
        }
        workers.execute(() -> carryOut(id, invocation));
    }

    private void carryOut(@Nullable JsonNode id, Invocation invocation) {
        if (stopping) {
            invocation.cancel();
        }
        Runnable answer;
        try {
            answer = invocation.carryOut();
        } finally {
            if (id != null) {
                underway.remove(id);
            }
        }
        // whoever has the answer may use its id again
        answer.run();
    }

    private ObjectNode version() {
        ObjectNode version = JsonNodeFactory.instance.objectNode();
        version.put("name", "sluice");
        version.put("version", session.version());
        ArrayNode names = version.putArray("methods");
        methods().forEach(names::add);
        return version;
    }

    private ObjectNode cancel(ObjectNode params) {
        JsonNode id = params.get("id");
        if (id == null) {
            throw new RpcException(RpcException.INVALID_PARAMS, "params.id: which request to cancel is missing");
        }
        Invocation invocation = underway.get(id);
        if (invocation != null) {
            invocation.cancel();
        }
        return JsonNodeFactory.instance.objectNode().put("cancelled", invocation != null);
    }

    private Set<String> methods() {
        Set<String> names = new TreeSet<>(commands.keySet());
        names.removeAll(left);
        names.addAll(OWN);
        return names;
    }
}
