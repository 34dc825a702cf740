// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { Multicall } from "@openzeppelin/contracts/utils/Multicall.sol";
import { ERC1967Proxy } from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { ERC2771Forwarder } from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";

import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { HostileUSDC } from "../mocks/HostileUSDC.sol";
import { Base } from "../Base.t.sol";

/// @notice Measures whole transactions, including cold storage, calldata and the intrinsic cost, with the deployed
/// terms (no platform fee). The token is behind a proxy, as on Base, and every party has held USDC before.
/// @dev With `isolate`, `vm.snapshotGasLastCall` measures each call as its own transaction.
contract Gas is Base {
    uint256 private arbiterKey;

    function setUp() public override {
        super.setUp();
        TestUSDC token = new TestUSDC("USD Coin");
        usdc = HostileUSDC(address(new ERC1967Proxy(address(token), abi.encodeCall(TestUSDC.version, ()))));
        ITaskEscrow.Deployment memory d = deployment();
        (feeBps, d.platformFeeBps) = (0, 0);
        escrow = deploy(d);
        fundAndApprove(poster);
        fundAndApprove(worker);
        usdc.mint(treasury, 1);
        (, arbiterKey) = makeAddrAndKey("arbiter");
        started(); // the first task also pays for initialising slots that all later tasks share
        // The same goes for each account's first request.
        forward(posterKey, abi.encodeCall(escrow.createTask, (terms())));
        forward(workerKey, abi.encodeCall(escrow.stakeAndStart, (2, agreed(), noVoucher())));
        forward(workerKey, abi.encodeCall(escrow.submitWork, (2, WORK)));
        forward(posterKey, abi.encodeCall(escrow.reject, (2, WORK, 1, TEXT)));
        forward(workerKey, abi.encodeCall(escrow.contest, (2, TEXT)));
        forward(arbiterKey, abi.encodeCall(escrow.rule, (2, 5000, false, TEXT)));
    }

    function measured(string memory name) private {
        vm.snapshotGasLastCall("TaskEscrow", name);
    }

    /// @dev Measures a step by a request that anyone sends.
    function relay(uint256 key, bytes memory call, string memory name) private {
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(key, vm.addr(key), call);
        vm.prank(stranger);
        forwarder.execute(request);
        measured(string.concat("relayed ", name));
    }

    function test_Gas_WholeLife() public {
        uint256 id = funded();
        measured("createTask");
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(), noVoucher());
        measured("stakeAndStart (instant)");
        vm.prank(worker);
        escrow.submitWork(id, WORK);
        measured("submitWork");
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        measured("requestChanges");
        uint256 snapshot = vm.snapshotState();
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        measured("resubmitWork (by the worker)");
        vm.revertToState(snapshot);
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, block.timestamp + 1 days);
        escrow.resubmitWork(id, 1, BETTER_WORK, block.timestamp + 1 days, signature);
        measured("resubmitWork (by signature)");
        vm.prank(poster);
        escrow.approve(id, BETTER_WORK, 5, TEXT);
        measured("approve");
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 5, TEXT);
        measured("rateAndClaimStake");
    }

    function test_Gas_Judge() public {
        uint256 id = create(judgedTerms());
        measured("createTask (judge)");
        bytes32 offered = agreed(poster, judgedTerms());
        vm.prank(worker);
        escrow.stakeAndStart(id, offered, noVoucher());
        measured("stakeAndStart (instant, judge)");
        vm.prank(worker);
        escrow.submitWork(id, WORK);
        bytes memory signature = verdict(judgeKey, id, 0, WORK, block.timestamp);
        vm.prank(stranger);
        escrow.approveByJudge(id, 0, WORK, block.timestamp, signature);
        measured("approveByJudge");
        relay(posterKey, abi.encodeCall(escrow.rateWork, (id, 5, TEXT)), "rateWork");
        id = judged();
        vm.prank(poster);
        escrow.rateWork(id, 5, TEXT);
        measured("rateWork");
        vm.prank(worker);
        escrow.rateAndClaimStake(id, 5, TEXT);
        measured("rateAndClaimStake (rating only)");
    }

    function test_Gas_WithoutStake() public {
        for (uint256 way = 0; way < 3; ++way) {
            uint256 id = create(freeTerms());
            bytes32 offered = agreed(poster, freeTerms());
            ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp + 1 days);
            bytes memory call = abi.encodeCall(escrow.stakeAndStart, (id, offered, voucher));
            if (way == 0) {
                vm.prank(worker);
                escrow.stakeAndStart(id, offered, voucher);
                measured("stakeAndStart (selection, no stake)");
            } else if (way == 1) {
                relay(workerKey, call, "stakeAndStart (selection, no stake)");
            } else {
                bytes32 nonce = escrow.startNonce(id, offered);
                ITaskEscrow.Authorization memory a = authorizationTo(address(escrow), workerKey, worker, 0, nonce);
                vm.prank(stranger);
                escrow.stakeAndStartWithAuthorization(id, offered, voucher, a);
                measured("stakeAndStartWithAuthorization (selection, no stake)");
            }
            vm.prank(worker);
            escrow.submitWork(id, WORK);
            vm.prank(poster);
            escrow.approve(id, WORK, 5, TEXT);
            if (way == 0) measured("approve (no stake)");
        }
    }

    function test_Gas_FundMore() public {
        uint256 id = funded();
        uint256 openUntil = escrow.getTask(id).deadline;
        vm.prank(poster);
        escrow.fundMore(id, REWARD, openUntil + 1 days);
        measured("fundMore (extend)");
        vm.prank(poster);
        escrow.fundMore(id, 2 * REWARD, openUntil + 2 days);
        measured("fundMore (raise and extend)");
    }

    function test_Gas_Permits() public {
        ITaskEscrow.Permit memory permit = permitFor(posterKey, poster, REWARD);
        vm.prank(poster);
        uint256 id = escrow.createTaskWithPermit(terms(), permit);
        measured("createTaskWithPermit");
        permit = permitFor(workerKey, worker, STAKE);
        vm.prank(worker);
        escrow.stakeAndStartWithPermit(id, agreed(), noVoucher(), permit);
        measured("stakeAndStartWithPermit (instant)");
    }

    function test_Gas_Authorizations() public {
        ITaskEscrow.Authorization memory authorization = creation();
        vm.prank(stranger);
        uint256 id = escrow.createTaskWithAuthorization(terms(), SALT, authorization);
        measured("createTaskWithAuthorization");
        ITaskEscrow.Authorization memory paid = payment();
        vm.prank(stranger);
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, paid);
        measured("createTaskFromDeposit");
        authorization = startOf(id);
        vm.prank(stranger);
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), authorization);
        measured("stakeAndStartWithAuthorization (instant)");
        id = create(selectionTerms());
        bytes32 offered = agreed(poster, selectionTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp + 1 days);
        authorization = startBy(workerKey, worker, id, offered);
        vm.prank(stranger);
        escrow.stakeAndStartWithAuthorization(id, offered, voucher, authorization);
        measured("stakeAndStartWithAuthorization (selection)");
    }

    function test_Gas_Relayed() public {
        uint256 id = funded();
        uint256 openUntil = escrow.getTask(id).deadline;
        relay(posterKey, abi.encodeCall(escrow.fundMore, (id, REWARD, openUntil + 1)), "fundMore (extend)");
        ITaskEscrow.Permit memory permit = permitFor(posterKey, poster, 2 * REWARD);
        bytes memory call = abi.encodeCall(escrow.fundMoreWithPermit, (id, 2 * REWARD, openUntil + 2, permit));
        relay(posterKey, call, "fundMoreWithPermit (raise and extend)");
        relay(posterKey, abi.encodeCall(escrow.cancelTask, (id)), "cancelTask");
        fundAndApprove(poster);
        id = started();
        relay(workerKey, abi.encodeCall(escrow.submitWork, (id, WORK)), "submitWork");
        relay(posterKey, abi.encodeCall(escrow.requestChanges, (id, WORK, TEXT)), "requestChanges");
        relay(workerKey, abi.encodeCall(escrow.resubmitWork, (id, 1, BETTER_WORK, 0, "")), "resubmitWork (by the worker)");
        relay(posterKey, abi.encodeCall(escrow.approve, (id, BETTER_WORK, 5, TEXT)), "approve");
        relay(workerKey, abi.encodeCall(escrow.rateAndClaimStake, (id, 5, TEXT)), "rateAndClaimStake");
        id = submitted();
        relay(posterKey, abi.encodeCall(escrow.reject, (id, WORK, 1, TEXT)), "reject");
        relay(workerKey, abi.encodeCall(escrow.contest, (id, TEXT)), "contest");
        relay(arbiterKey, abi.encodeCall(escrow.rule, (id, 5000, false, TEXT)), "rule");
        id = rejected();
        relay(workerKey, abi.encodeCall(escrow.finalizeRejection, (id)), "finalizeRejection");
        id = funded();
        usdc.blacklist(poster);
        vm.prank(poster);
        escrow.cancelTask(id);
        usdc.unBlacklist(poster);
        relay(posterKey, abi.encodeCall(escrow.withdraw, (poster)), "withdraw");
    }

    function test_Gas_Selection() public {
        uint256 id = create(selectionTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp + 1 days);
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(poster, selectionTerms()), voucher);
        measured("stakeAndStart (selection)");
    }

    function test_Gas_ApprovalOfSignedWork() public {
        uint256 deadline = block.timestamp + 1 days;
        for (uint256 anchored = 0; anchored < 2; ++anchored) {
            uint256 id = changesRequested();
            bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, deadline);
            if (anchored == 1) escrow.resubmitWork(id, 1, BETTER_WORK, deadline, signature);
            bytes[] memory list = new bytes[](2);
            list[0] = abi.encodeCall(escrow.resubmitWork, (id, 1, BETTER_WORK, deadline, signature));
            list[1] = abi.encodeCall(escrow.approve, (id, BETTER_WORK, 5, TEXT));
            vm.prank(poster);
            Multicall(address(escrow)).multicall(list);
            measured(anchored == 0 ? "multicall of resubmitWork and approve" : "multicall, anchored already");
        }
    }

    function test_Gas_Withdrawal() public {
        uint256 id = funded();
        usdc.blacklist(poster);
        vm.prank(poster);
        escrow.cancelTask(id);
        usdc.unBlacklist(poster);
        vm.prank(poster);
        escrow.withdraw(poster);
        measured("withdraw");
    }

    function test_Gas_Exits() public {
        uint256 id = funded();
        vm.prank(poster);
        escrow.cancelTask(id);
        measured("cancelTask");
        id = funded();
        warpPast(id);
        escrow.expireTask(id);
        measured("expireTask");
        id = submitted();
        warpPast(id);
        escrow.releaseAfterReview(id);
        measured("releaseAfterReview");
        id = approved();
        warpPast(id);
        escrow.claimStakeAfterRating(id);
        measured("claimStakeAfterRating");
    }

    function test_Gas_Dispute() public {
        uint256 id = submitted();
        vm.prank(poster);
        escrow.reject(id, WORK, 1, TEXT);
        measured("reject");
        vm.prank(worker);
        escrow.contest(id, TEXT);
        measured("contest");
        vm.prank(arbiter);
        escrow.rule(id, 5000, false, TEXT);
        measured("rule");
        id = disputed();
        warpPast(id);
        escrow.ruleByDefault(id);
        measured("ruleByDefault");
        id = rejected();
        vm.prank(worker);
        escrow.finalizeRejection(id);
        measured("finalizeRejection");
    }
}
