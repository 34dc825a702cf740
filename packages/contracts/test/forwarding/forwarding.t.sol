// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { Ownable, Ownable2Step } from "@openzeppelin/contracts/access/Ownable2Step.sol";
import { Multicall } from "@openzeppelin/contracts/utils/Multicall.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Base } from "../Base.t.sol";

/// @notice Every step by a request that its party signed and a stranger sent.
contract Forwarding is Base {
    uint256 private arbiterKey;

    function setUp() public override {
        super.setUp();
        (, arbiterKey) = makeAddrAndKey("arbiter");
    }

    function createByRequest() private returns (uint256) {
        forward(posterKey, abi.encodeCall(escrow.createTask, (terms())));
        return escrow.taskCount();
    }

    function submittedByRequest() private returns (uint256 id) {
        id = createByRequest();
        forward(workerKey, abi.encodeCall(escrow.stakeAndStart, (id, agreed(), noVoucher())));
        forward(workerKey, abi.encodeCall(escrow.submitWork, (id, WORK)));
    }

    function test_WhenThePartiesSignEveryStepOfATaskThatIsApproved() public {
        Balances memory before = balances();
        uint256 id = createByRequest();
        forward(posterKey, abi.encodeCall(escrow.fundMore, (id, REWARD + 1, escrow.getTask(id).deadline)));
        forward(posterKey, abi.encodeCall(escrow.fundMore, (id, REWARD + 1, escrow.getTask(id).deadline + 1)));
        ITaskEscrow.Terms memory t = terms();
        t.reward = REWARD + 1;
        forward(workerKey, abi.encodeCall(escrow.stakeAndStart, (id, agreed(poster, t), noVoucher())));
        forward(workerKey, abi.encodeCall(escrow.submitWork, (id, WORK)));
        forward(posterKey, abi.encodeCall(escrow.requestChanges, (id, WORK, TEXT)));
        forward(workerKey, abi.encodeCall(escrow.resubmitWork, (id, 1, BETTER_WORK, 0, "")));
        forward(posterKey, abi.encodeCall(escrow.approve, (id, BETTER_WORK, 5, TEXT)));
        forward(workerKey, abi.encodeCall(escrow.rateAndClaimStake, (id, 5, TEXT)));
        assertSettled(id, ITaskEscrow.State.Approved);
        assertEq(escrow.getTask(id).poster, poster);
        assertEq(escrow.getTask(id).worker, worker);
        Balances memory p = balances();
        assertEq(before.poster - p.poster, REWARD + 1);
        assertEq(p.worker - before.worker, REWARD + 1 - FEE);
        assertEq(p.escrow, 0);
        assertEq(usdc.balanceOf(stranger), 1_000_000e6, "the sender has neither paid nor received");
    }

    function test_WhenThePartiesSignEveryStepOfADispute() public {
        uint256 id = submittedByRequest();
        forward(posterKey, abi.encodeCall(escrow.reject, (id, WORK, 1, TEXT)));
        forward(workerKey, abi.encodeCall(escrow.contest, (id, TEXT)));
        Balances memory before = balances();
        forward(arbiterKey, abi.encodeCall(escrow.rule, (id, 10_000, false, TEXT)));
        assertPaid(before, 0, REWARD + STAKE, 0);
    }

    function test_WhenTheWorkerSignsTheConcessionOfARejection() public {
        uint256 id = rejected();
        Balances memory before = balances();
        forward(workerKey, abi.encodeCall(escrow.finalizeRejection, (id)));
        assertPaid(before, REWARD, STAKE, 0);
    }

    function test_WhenThePosterSignsTheCancellation() public {
        uint256 id = funded();
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.TaskCancelled(id, poster, REWARD - CANCEL_FEE, CANCEL_FEE, treasury);
        forward(posterKey, abi.encodeCall(escrow.cancelTask, (id)));
        assertPaid(before, REWARD - CANCEL_FEE, 0, CANCEL_FEE);
    }

    function test_WhenTheWorkerSignsTheStart() public {
        uint256 id = funded();
        uint256 before = usdc.balanceOf(worker);
        forward(workerKey, abi.encodeCall(escrow.stakeAndStart, (id, agreed(), noVoucher())));
        assertEq(before - usdc.balanceOf(worker), STAKE);
        assertEq(escrow.getTask(id).worker, worker);
    }

    function test_WhenThePosterOrTheWorkerSignsAPermitToo() public {
        vm.prank(poster);
        usdc.approve(address(escrow), 0);
        vm.prank(worker);
        usdc.approve(address(escrow), 0);
        ITaskEscrow.Permit memory permit = permitFor(posterKey, poster, REWARD);
        forward(posterKey, abi.encodeCall(escrow.createTaskWithPermit, (terms(), permit)));
        uint256 openUntil = escrow.getTask(1).deadline;
        permit = permitFor(posterKey, poster, 1);
        forward(posterKey, abi.encodeCall(escrow.fundMoreWithPermit, (1, REWARD + 1, openUntil, permit)));
        ITaskEscrow.Terms memory t = terms();
        t.reward = REWARD + 1;
        permit = permitFor(workerKey, worker, STAKE);
        bytes memory call = abi.encodeCall(
            escrow.stakeAndStartWithPermit,
            (1, agreed(poster, t), noVoucher(), permit)
        );
        forward(workerKey, call);
        assertState(1, ITaskEscrow.State.Started);
        assertEq(usdc.balanceOf(address(escrow)), REWARD + 1 + STAKE);
    }

    function test_WhenTheHolderOfACreditSignsTheWithdrawal() public {
        uint256 id = funded();
        usdc.blacklist(poster);
        vm.prank(poster);
        escrow.cancelTask(id);
        usdc.unBlacklist(poster);
        address recipient = makeAddr("recipient");
        forward(posterKey, abi.encodeCall(escrow.withdraw, (recipient)));
        assertEq(usdc.balanceOf(recipient), REWARD - CANCEL_FEE);
        assertEq(escrow.credits(poster), 0);
    }

    function test_WhenThePosterSignsABatch() public {
        uint256 id = changesRequested();
        bytes[] memory list = new bytes[](2);
        uint256 deadline = block.timestamp + 1 days;
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, deadline);
        list[0] = abi.encodeCall(escrow.resubmitWork, (id, 1, BETTER_WORK, deadline, signature));
        list[1] = abi.encodeCall(escrow.approve, (id, BETTER_WORK, 5, TEXT));
        Balances memory before = balances();
        forward(posterKey, abi.encodeCall(Multicall.multicall, (list)));
        assertPaid(before, 0, REWARD - FEE, FEE);
    }

    function test_WhenTheWorkerResubmitsByARequestOfItsOwn() public {
        uint256 id = changesRequested();
        forward(workerKey, abi.encodeCall(escrow.resubmitWork, (id, 1, BETTER_WORK, 0, "")));
        assertEq(escrow.getTask(id).contentHash, BETTER_WORK);
    }

    function test_RevertWhen_AStrangerSignsAStepOfThePoster() public {
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.NotPoster.selector, 1, stranger);
        funded();
        uint256 openUntil = escrow.getTask(1).deadline;
        assertForwardRefused(stranger, abi.encodeCall(escrow.fundMore, (1, 2 * REWARD, openUntil)), refusal);
        assertForwardRefused(stranger, abi.encodeCall(escrow.cancelTask, (1)), refusal);
        refusal = abi.encodeWithSelector(EscrowErrors.NotPoster.selector, 2, stranger);
        submitted();
        assertForwardRefused(stranger, abi.encodeCall(escrow.requestChanges, (2, WORK, TEXT)), refusal);
        assertForwardRefused(stranger, abi.encodeCall(escrow.approve, (2, WORK, 5, TEXT)), refusal);
        assertForwardRefused(stranger, abi.encodeCall(escrow.reject, (2, WORK, 1, TEXT)), refusal);
    }

    function test_RevertWhen_AStrangerSignsAStepOfTheWorker() public {
        uint256 id = started();
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.NotWorker.selector, id, stranger);
        assertForwardRefused(stranger, abi.encodeCall(escrow.submitWork, (id, WORK)), refusal);
        id = rejected();
        refusal = abi.encodeWithSelector(EscrowErrors.NotWorker.selector, id, stranger);
        assertForwardRefused(stranger, abi.encodeCall(escrow.contest, (id, TEXT)), refusal);
        id = approved();
        refusal = abi.encodeWithSelector(EscrowErrors.NotWorker.selector, id, stranger);
        assertForwardRefused(stranger, abi.encodeCall(escrow.rateAndClaimStake, (id, 5, TEXT)), refusal);
    }

    function test_RevertWhen_AStrangerSignsAStepOfTheArbiter() public {
        uint256 id = disputed();
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.NotArbiter.selector, id, stranger);
        assertForwardRefused(stranger, abi.encodeCall(escrow.rule, (id, 5000, false, TEXT)), refusal);
    }

    function test_RevertWhen_AStrangerSignsAConcession() public {
        uint256 id = rejected();
        uint256 deadline = escrow.getTask(id).deadline;
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.DeadlineNotPassed.selector, id, deadline);
        assertForwardRefused(stranger, abi.encodeCall(escrow.finalizeRejection, (id)), refusal);
    }

    function test_RevertWhen_AStrangerSignsAResubmission() public {
        uint256 id = changesRequested();
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.SignatureExpired.selector, 0);
        assertForwardRefused(stranger, abi.encodeCall(escrow.resubmitWork, (id, 1, WORK, 0, "")), refusal);
    }

    function test_RevertWhen_TheArbiterSignsACreation() public {
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.ConflictOfInterest.selector, 0, arbiter);
        assertForwardRefused(arbiter, abi.encodeCall(escrow.createTask, (terms())), refusal);
    }

    function test_RevertWhen_AStrangerSignsAWithdrawal() public {
        uint256 id = funded();
        usdc.blacklist(poster);
        vm.prank(poster);
        escrow.cancelTask(id);
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.NothingToWithdraw.selector, stranger);
        assertForwardRefused(stranger, abi.encodeCall(escrow.withdraw, (stranger)), refusal);
    }

    function test_RevertWhen_TheOwnerSignsACallOfTheOwnersFunctions() public {
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(forwarder));
        assertForwardRefused(owner, abi.encodeCall(escrow.setCreationPaused, (true)), refusal);
        assertForwardRefused(owner, abi.encodeCall(escrow.setTreasury, (stranger)), refusal);
        assertForwardRefused(owner, abi.encodeCall(Ownable2Step.transferOwnership, (stranger)), refusal);
        assertForwardRefused(owner, abi.encodeCall(Ownable.renounceOwnership, ()), refusal);
        vm.prank(owner);
        Ownable2Step(address(escrow)).transferOwnership(poster);
        assertForwardRefused(poster, abi.encodeCall(Ownable2Step.acceptOwnership, ()), refusal);
        vm.prank(poster);
        Ownable2Step(address(escrow)).acceptOwnership();
        assertEq(Ownable2Step(address(escrow)).owner(), poster);
    }
}
