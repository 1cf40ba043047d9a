package dev.baton.engine.command;

import dev.baton.engine.token.TokenMovesRegistry;
import org.camunda.bpm.engine.impl.cmd.DefaultJobRetryCmd;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;

/** Counts a failed run of a job, and adds to its message what to do about the incident. */
final class FailedJob extends DefaultJobRetryCmd {

    private static final int MAX_REASON = 1_000;

    private final TokenMovesRegistry moves;

    FailedJob(String jobId, Throwable failure, TokenMovesRegistry moves) {
        super(jobId, failure);
        this.moves = moves;
    }

    /** With its last try the job becomes an incident, which the task shows as a flag. */
    @Override
    protected void decrementRetries(JobEntity job) {
        super.decrementRetries(job);
        if (job.getRetries() == 0 && job.getProcessInstanceId() != null) {
            moves.get().timerFailed(job.getProcessInstanceId());
        }
    }

    @Override
    protected void logException(JobEntity job) {
        super.logException(job);
        String reason = exception.getMessage() == null ? exception.toString() : exception.getMessage();
        job.setExceptionMessage((reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) + "…" : reason)
                + " | The task is still in its state. Remove the cause (the stack trace says where), then give the"
                + " job another try: 'Increment Number of Retries' in Cockpit, or PUT /engine-rest/job/" + job.getId()
                + "/retries {\"retries\":1}. The task goes on from there.");
    }
}
