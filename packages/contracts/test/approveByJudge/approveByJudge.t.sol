// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { Multicall } from "@openzeppelin/contracts/utils/Multicall.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Wallet1271 } from "../mocks/Wallet1271.sol";
import { Base } from "../Base.t.sol";

contract ApproveByJudge is Base {
    function act(uint256 id) private {
        escrow.approveByJudge(id, 0, WORK, tomorrow(), "");
    }

    function tomorrow() private view returns (uint256) {
        return block.timestamp + 1 days;
    }

    function send(uint256 id, uint256 round, bytes32 work, uint256 deadline, bytes memory signature) private {
        vm.prank(stranger);
        escrow.approveByJudge(id, round, work, deadline, signature);
    }

    function assertRefused(uint256 id, bytes memory signature) private {
        expectInvalidSignature(judge);
        send(id, 0, WORK, tomorrow(), signature);
    }

    function test_RevertGiven_NoWorkAwaitsReview() public {
        assertOnlyIn(only(ITaskEscrow.State.Submitted), judge, act);
    }

    function test_JD2_RevertGiven_TheTaskHasNoJudge() public {
        uint256 id = submitted();
        bytes memory signature = verdict(judgeKey, id, 0, WORK, tomorrow());
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.NoJudge.selector, id));
        send(id, 0, WORK, tomorrow(), signature);
    }

    /// @dev The same work handed in again after a change request is another submission.
    function test_JD3_RevertWhen_TheVerdictNamesAnotherRound() public {
        uint256 id = submittedOn(judgedTerms());
        bytes memory first = verdict(judgeKey, id, 0, WORK, tomorrow());
        expectWrongRound(id, 1, 0);
        send(id, 1, WORK, tomorrow(), first);
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        vm.prank(worker);
        escrow.resubmitWork(id, 1, WORK, 0, "");
        expectWrongRound(id, 0, 1);
        send(id, 0, WORK, tomorrow(), first);
        expectInvalidSignature(judge);
        send(id, 1, WORK, tomorrow(), first);
    }

    function test_JD3_RevertWhen_TheVerdictNamesOtherWork() public {
        uint256 id = submittedOn(judgedTerms());
        bytes memory signature = verdict(judgeKey, id, 0, BETTER_WORK, tomorrow());
        expectWrongSubmission(id, BETTER_WORK, WORK);
        send(id, 0, BETTER_WORK, tomorrow(), signature);
    }

    function test_JD3_RevertWhen_TheVerdictHasExpired() public {
        uint256 id = submittedOn(judgedTerms());
        uint256 deadline = tomorrow();
        bytes memory signature = verdict(judgeKey, id, 0, WORK, deadline);
        vm.warp(deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.SignatureExpired.selector, deadline));
        send(id, 0, WORK, deadline, signature);
        vm.warp(deadline);
        send(id, 0, WORK, deadline, signature);
    }

    function test_JD3_RevertWhen_TheJudgeSignedSomethingElse() public {
        uint256 id = submittedOn(judgedTerms());
        assertRefused(id, verdict(judgeKey, id + 1, 0, WORK, tomorrow()));
        assertRefused(id, verdict(judgeKey, id, 1, WORK, tomorrow()));
        assertRefused(id, verdict(judgeKey, id, 0, BETTER_WORK, tomorrow()));
        assertRefused(id, verdict(judgeKey, id, 0, WORK, tomorrow() + 1));
        bytes32 structHash = keccak256(abi.encode(VERDICT_TYPEHASH, id, 0, WORK, tomorrow()));
        assertRefused(id, sign(judgeKey, domainSeparator(address(deploy(deployment()))), structHash));
        // A worker's resubmission has the same fields and is of another type.
        assertRefused(id, resubmission(judgeKey, id, 0, WORK, tomorrow()));
        bytes memory signature = verdict(judgeKey, id, 0, WORK, tomorrow());
        vm.chainId(block.chainid + 1);
        assertRefused(id, signature);
    }

    function test_JD2_RevertWhen_AnotherAccountSigned() public {
        uint256 id = submittedOn(judgedTerms());
        assertRefused(id, verdict(workerKey, id, 0, WORK, tomorrow()));
        assertRefused(id, verdict(posterKey, id, 0, WORK, tomorrow()));
        assertRefused(id, "");
        // Not even the judge approves without a signature.
        expectInvalidSignature(judge);
        vm.prank(judge);
        escrow.approveByJudge(id, 0, WORK, tomorrow(), "");
    }

    function test_JD3_RevertWhen_ChangesWereRequestedAfterTheVerdict() public {
        uint256 id = submittedOn(judgedTerms());
        bytes memory signature = verdict(judgeKey, id, 0, WORK, tomorrow());
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        expectWrongState(id, ITaskEscrow.State.ChangesRequested);
        send(id, 0, WORK, tomorrow(), signature);
    }

    function test_JD3_RevertWhen_TheVerdictIsSentTwice() public {
        uint256 id = submittedOn(judgedTerms());
        bytes memory signature = verdict(judgeKey, id, 0, WORK, tomorrow());
        send(id, 0, WORK, tomorrow(), signature);
        expectWrongState(id, ITaskEscrow.State.Approved);
        send(id, 0, WORK, tomorrow(), signature);
    }

    function assertApproves(uint256 id, uint256 stake, address by, bytes memory signature) private {
        Balances memory before = balances();
        uint256 rateBy = block.timestamp + 13 days;
        expectEvent();
        emit ITaskEscrow.TaskApprovedByJudge(id, poster, worker, by, WORK, REWARD - FEE, FEE, treasury, stake, rateBy);
        send(id, 0, WORK, block.timestamp, signature);
        assertPaid(before, 0, REWARD - FEE + stake, FEE);
        assertState(id, ITaskEscrow.State.Approved);
        ITaskEscrow.Task memory task = escrow.getTask(id);
        assertTrue(task.settled && task.posterMayRate && task.workerMayRate);
        assertDeadlineIn(id, 13 days);
    }

    function test_JD4_WhenTheJudgeSignedForThisSubmission() public {
        uint256 id = submittedOn(judgedTerms());
        assertApproves(id, STAKE, judge, verdict(judgeKey, id, 0, WORK, block.timestamp));
    }

    function test_WhenTheJudgeSignedForAResubmission() public {
        uint256 id = submittedOn(judgedTerms());
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        bytes[] memory list = new bytes[](2);
        bytes memory work = resubmission(workerKey, id, 1, BETTER_WORK, tomorrow());
        list[0] = abi.encodeCall(escrow.resubmitWork, (id, 1, BETTER_WORK, tomorrow(), work));
        bytes memory signature = verdict(judgeKey, id, 1, BETTER_WORK, tomorrow());
        list[1] = abi.encodeCall(escrow.approveByJudge, (id, 1, BETTER_WORK, tomorrow(), signature));
        Balances memory before = balances();
        vm.prank(stranger);
        Multicall(address(escrow)).multicall(list);
        assertPaid(before, 0, REWARD - FEE + STAKE, FEE);
    }

    function test_GivenTheTimeForReviewHasPassed() public {
        uint256 id = submittedOn(judgedTerms());
        warpPast(id);
        assertApproves(id, STAKE, judge, verdict(judgeKey, id, 0, WORK, block.timestamp));
    }

    function test_ZS1_GivenTheTaskHasNoStake() public {
        ITaskEscrow.Terms memory t = freeTerms();
        t.judge = judge;
        uint256 id = submittedOn(t);
        assertApproves(id, 0, judge, verdict(judgeKey, id, 0, WORK, block.timestamp));
    }

    function test_WhenTheJudgeIsAContractWallet() public {
        ITaskEscrow.Terms memory t = terms();
        t.judge = address(new Wallet1271(judge));
        uint256 id = submittedOn(t);
        bytes memory other = verdict(workerKey, id, 0, WORK, block.timestamp);
        expectInvalidSignature(t.judge);
        send(id, 0, WORK, block.timestamp, other);
        assertApproves(id, STAKE, t.judge, verdict(judgeKey, id, 0, WORK, block.timestamp));
    }
}
