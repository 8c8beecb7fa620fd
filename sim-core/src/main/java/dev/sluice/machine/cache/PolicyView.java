// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.Client;
import dev.sluice.machine.cache.policy.CacheAccess;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** The one access of a slice that a replacement policy is being told of: a look at its request, and nothing copied. */
final class PolicyView implements CacheAccess {

    private final TagArray tags;
    private final long lineMask;
    private @Nullable Request request;
    private int set;
    /** The line's place in the tags, or -1. */
    private int line;

    private boolean partly;

    PolicyView(TagArray tags, int lineBytes) {
        this.tags = tags;
        this.lineMask = -lineBytes;
    }

    /** An access that needs a line for which no way is chosen yet. */
    CacheAccess coming(Request r, int inSet) {
        return of(r, inSet, NO_WAY, false);
    }

    /** An access for which a line was put into a way. */
    CacheAccess came(Request r, int inSet, int at) {
        return of(r, inSet, at, false);
    }

    /** An access to a line that is there, {@code notAll} if not all of what it wants is. */
    CacheAccess used(Request r, int inSet, int at, boolean notAll) {
        return of(r, inSet, at, notAll);
    }

    private CacheAccess of(Request r, int inSet, int at, boolean notAll) {
        request = r;
        set = inSet;
        line = at;
        partly = notAll;
        return this;
    }

    private Request request() {
        Request r = request;
        if (r == null) {
            throw new IllegalStateException("no access yet");
        }
        return r;
    }

    @Override
    public long address() {
        return request().address & lineMask;
    }

    @Override
    public int set() {
        return set;
    }

    @Override
    public int way() {
        return line < 0 ? NO_WAY : line - set * tags.ways;
    }

    @Override
    public Client client() {
        return request().client();
    }

    @Override
    public int unit() {
        return request().unit();
    }

    @Override
    public ObservedRequest.Kind kind() {
        return request().operation();
    }

    @Override
    public boolean writeBack() {
        return request().writeBack();
    }

    @Override
    public boolean dirty() {
        return line >= 0 && (tags.state(line) & TagArray.DIRTY) != 0;
    }

    @Override
    public boolean sectorMiss() {
        return partly;
    }

    @Override
    public int command() {
        return request().command;
    }

    @Override
    public int site() {
        return request().site();
    }

    @Override
    public Hint hint() {
        Request r = request();
        return r.has(Request.STREAMING) ? Hint.EVICT_FIRST : r.has(Request.PERSISTING) ? Hint.EVICT_LAST : Hint.NONE;
    }
}
